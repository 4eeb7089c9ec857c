import Dispatch
import FleetInterface
public import Foundation
public import Katana
public import KatanaRuntime
import Synchronization

/// A command type that a worker performs. Only listed types are decoded.
public struct FleetJob: Sendable {
  let type: JobType
  /// Returns the command of a payload, whose answer goes to a function.
  let command:
    @Sendable (_ payload: Data, _ answered: @escaping @Sendable (Data?) -> WorkerMessage) throws
      -> any Command

  /// Lists a command type.
  ///
  /// - Parameters:
  ///   - type: The type of the command.
  ///   - form: The number of the form of its JSON.
  ///   - reply: Its reply, which the worker sets.
  public static func job<Cmd: Command & Decodable, Answer: Encodable & Sendable>(
    _ type: Cmd.Type, form: Int = 1, reply: WritableKeyPath<Cmd, Reply<Answer>> & Sendable
  ) -> FleetJob {
    FleetJob(type: JobType("\(Cmd.self)", form)) { payload, answered in
      var command = try JSONDecoder().decode(Cmd.self, from: payload)
      command[keyPath: reply] = Reply { (answer: Answer) in
        answered(try? JSONEncoder().encode(answer))
      }
      return command
    }
  }
}

/// Performs the commands of apps with the interpreters that those would use.
///
/// ```swift
/// let worker = FleetWorker(
///   performing: [.job(RenderThumbnail.self, reply: \.reply)], interpreters: [.thumbnails()], on: connection)
/// try await worker.run()
/// ```
///
/// A command goes to another worker if this one vanishes, and is given up after it has ended its worker
/// ``FleetOptions/deliveries`` times. It is performed at least once.
public struct FleetWorker: Sendable {
  private let jobs: [FleetJob]
  private let interpreters: [Interpreter]
  private let connection: FleetConnection
  private let count: Int

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - jobs: The command types that it takes. It leaves others for other workers.
  ///   - interpreters: What performs them.
  ///   - connection: The connection with the servers.
  ///   - count: The number of commands of each type that it performs at the same time.
  public init(
    performing jobs: [FleetJob], interpreters: [Interpreter], on connection: FleetConnection,
    atOnce count: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    (self.jobs, self.interpreters, self.connection) = (jobs, interpreters, connection)
    self.count = max(count, 1)
  }

  /// Takes commands until the task is cancelled, and returns when those that run have ended.
  ///
  /// - Throws: A ``FleetError`` if the client cannot listen, or a `WiringError` if the interpreters are not
  ///   those of the commands.
  public func run() async throws {
    let runtime = try Runtime(
      Program(model: Worker(), WorkerUpdater()),
      interpreters: interpreters + [
        .command(Finish.self) { command, _ in command.end() }
      ])
    runtime.start()
    let running = RunningJobs(connection)
    // A server may come later.
    while !Task.isCancelled,
      await onThread({ () throws(NATSFailure) in try connection.makeStreams() }) == nil
    {
      try? await Task.sleep(for: .milliseconds(200))
    }
    let cancelled: Listening
    do throws(NATSFailure) {
      cancelled = try connection.nats.listen(to: "fleet.cancelled.*") { subject, _ in
        let id = Names.id(in: subject)
        guard running.isRunning(id) else { return }
        runtime.dispatch(WorkerMessage([Cancel(id: id), Finish { running.end(id, nil) }]))
      }
    } catch {
      await runtime.shutdown()
      throw FleetError.unreachable(servers: connection.options.servers, reason: error.reason)
    }
    await withTaskGroup(of: Void.self) { group in
      for job in jobs {
        for _ in 0..<count {
          group.addTask { await takeAll(of: job, runtime, running) }
        }
      }
    }
    cancelled.end()
    await runtime.shutdown()
  }

  /// Takes jobs of a type until the task is cancelled; a server may come and go.
  private func takeAll(
    of job: FleetJob, _ runtime: Runtime<Worker>, _ running: RunningJobs
  ) async {
    while !Task.isCancelled {
      let type = job.type.token
      let queue = await onThread { () throws(NATSFailure) in
        try connection.makeStreams()
        return try connection.nats.queue(
          "worker-\(type)", "fleet.jobs.\(type).*", lease: connection.options.lease)
      }
      if let queue {
        return await withTaskCancellationHandler {
          await take(job, queue, runtime, running)
        } onCancel: {
          queue.end()
        }
      }
      try? await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Takes one job after the other.
  private func take(
    _ job: FleetJob, _ queue: JobQueue, _ runtime: Runtime<Worker>, _ running: RunningJobs
  ) async {
    while !Task.isCancelled {
      let leased = await onThread { () throws(NATSFailure) in try queue.next() }
      guard let leased else {
        // The server may be away.
        try? await Task.sleep(for: .milliseconds(100))
        continue
      }
      guard let sent = try? JSONDecoder().decode(Job.self, from: leased.data) else {
        leased.isDone()
        continue
      }
      if leased.deliveries > connection.options.deliveries {
        bury(sent, leased)
        continue
      }
      connection.nats.tell("fleet.taken.\(sent.home).\(sent.id)")
      await perform(sent, leased, job, runtime, running)
    }
  }

  private func perform(
    _ sent: Job, _ leased: LeasedJob, _ job: FleetJob, _ runtime: Runtime<Worker>,
    _ running: RunningJobs
  ) async {
    await withCheckedContinuation { continuation in
      running.begin(sent, leased) { continuation.resume() }
      let id = sent.id
      @Sendable func finished(_ answer: JobAnswer) -> WorkerMessage {
        WorkerMessage([Finish { running.end(id, answer) }])
      }
      do {
        let command = try job.command(sent.payload) { finished(JobAnswer(value: $0)) }
        let failed = Reply<any Error> { finished(JobAnswer(error: .failed("\($0)"))) }
        runtime.dispatch(WorkerMessage([command.onFailure(failed).cancellable(id: id)]))
      } catch {
        running.end(id, JobAnswer(error: .failed("its payload cannot be read: \(error)")))
      }
    }
  }

  /// Performs something that blocks on a thread of its own, because the threads of tasks are few. Returns `nil`
  /// for what the client refuses.
  private func onThread<Value: Sendable>(
    _ body: @escaping @Sendable () throws(NATSFailure) -> Value?
  ) async -> Value? {
    await withCheckedContinuation { continuation in
      Thread {
        do throws(NATSFailure) { continuation.resume(returning: try body()) } catch {
          continuation.resume(returning: nil)
        }
      }.start()
    }
  }

  /// Puts a job where a person can look at it, and tells its app.
  private func bury(_ job: Job, _ leased: LeasedJob) {
    guard let data = try? JSONEncoder().encode(job) else { return }
    let answer = JobAnswer(error: .givenUp(connection.options.deliveries))
    guard
      (try? connection.nats.publish(
        data, to: "fleet.dead.\(job.type.token)", id: job.id)) != nil,
      connection.answer(job, answer)
    else { return }
    leased.isDone()
  }
}

// MARK: The program of a worker

struct Worker: Model, Equatable { typealias Receives = WorkerMessage }

/// What the runtime of a worker handles: its commands are those of the message.
struct WorkerMessage: Message {
  let commands: [any Command]
  init(_ commands: [any Command]) { self.commands = commands }
}

struct WorkerUpdater: TypedUpdater {
  func update(model: inout Worker, message: WorkerMessage) -> [any Command] { message.commands }
}

/// Ends a job.
struct Finish: Command {
  let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
}

/// The jobs that a worker performs. Their leases begin anew as long as they run.
final class RunningJobs: @unchecked Sendable {
  // Sendable, because the timer is not changed after its start.
  private struct Running {
    var job: Job
    var leased: LeasedJob
    var done: @Sendable () -> Void
  }

  private let connection: FleetConnection
  private let jobs = Mutex<[String: Running]>([:])
  private let answering = DispatchQueue(label: "katana.fleet.answers")
  private let timer: any DispatchSourceTimer

  init(_ connection: FleetConnection) {
    self.connection = connection
    timer = DispatchSource.makeTimerSource(queue: .global())
    let third = connection.options.lease / .seconds(1) / 3
    timer.schedule(deadline: .now() + third, repeating: third)
    timer.setEventHandler { [weak self] in
      self?.jobs.withLock { $0.values.map(\.leased) }.forEach { $0.isAtWork() }
    }
    timer.resume()
  }

  deinit { timer.cancel() }

  func isRunning(_ id: String) -> Bool { jobs.withLock { $0[id] != nil } }

  func begin(_ job: Job, _ leased: LeasedJob, _ done: @escaping @Sendable () -> Void) {
    let former = jobs.withLock {
      $0.updateValue(.init(job: job, leased: leased, done: done), forKey: job.id)
    }
    // The server has given the job a second time, because an answer was lost.
    former?.done()
  }

  /// Ends a job: its answer is on the servers before it leaves the queue.
  ///
  /// - Parameter answer: The answer; `nil` if it was cancelled.
  func end(_ id: String, _ answer: JobAnswer?) {
    guard let running = jobs.withLock({ $0.removeValue(forKey: id) }) else { return }
    answering.async { [connection] in
      if answer.map({ connection.answer(running.job, $0) }) ?? true {
        running.leased.isDone()
      } else {
        running.leased.isLeft()
      }
      running.done()
    }
  }
}

extension FleetConnection {
  /// Gives an answer to the servers, which drop a second one. Returns whether they have it.
  func answer(_ job: Job, _ answer: JobAnswer) -> Bool {
    var answer = answer
    answer.tag = job.tag
    guard let data = try? JSONEncoder().encode(answer) else { return false }
    let end = ContinuousClock.now + options.lease
    while ContinuousClock.now < end {
      if (try? nats.publish(data, to: "fleet.answers.\(job.home).\(job.id)", id: "a\(job.id)"))
        != nil
      {
        return true
      }
      usleep(100_000)
    }
    return false
  }
}
