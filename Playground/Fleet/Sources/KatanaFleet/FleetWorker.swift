public import Foundation
public import Katana
public import KatanaRuntime
public import ServiceLifecycle

/// A command type that a worker performs. Only listed types are decoded.
public struct FleetJob: Sendable {
  /// The type in a subject.
  let name: String
  let type: any Command.Type
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
    let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
    return FleetJob(name: Names.type(type, form), type: type) { payload, answered in
      var command = try decoder.decode(Cmd.self, from: payload)
      command[keyPath: reply] = Reply { (answer: Answer) in answered(try? encoder.encode(answer)) }
      return command
    }
  }
}

/// Performs the commands of apps with the interpreters that those would use.
///
/// ```swift
/// let worker = FleetWorker(
///   performing: [.job(RenderRow.self, reply: \.reply)], interpreters: [.rendering()],
///   on: try FleetConnection(options))
/// ```
///
/// Each command is performed at least once. If this worker ends without an answer, another one performs the command;
/// after ``FleetOptions/deliveries`` attempts, the command is given up.
///
/// The worker is a service of the package swift-service-lifecycle. When its group shuts down gracefully, it completes
/// the commands that it has begun, and takes no others.
public struct FleetWorker: Service {
  private let jobs: [FleetJob]
  private let interpreters: [Interpreter]
  private let connection: FleetConnection
  private let count: Int

  /// Creates a worker.
  ///
  /// - Parameters:
  ///   - jobs: The command types that it performs. Their names must differ.
  ///   - interpreters: The interpreters of these types.
  ///   - connection: The connection with the servers.
  ///   - count: The number of commands of each type that it performs at the same time.
  public init(
    performing jobs: [FleetJob], interpreters: [Interpreter], on connection: FleetConnection,
    atOnce count: Int = ProcessInfo.processInfo.activeProcessorCount
  ) {
    precondition(
      Set(jobs.map(\.name)).count == jobs.count, "two command types of a worker have one name")
    (self.jobs, self.interpreters, self.connection) = (jobs, interpreters, connection)
    self.count = max(count, 1)
  }

  /// Performs commands until the service group shuts down, and returns when the running ones have ended. If the task
  /// is cancelled, this cancels the running commands, and other workers perform them.
  ///
  /// - Throws: A `WiringError` if a command type has no interpreter.
  public func run() async throws {
    let runtime = try Runtime(
      Program(model: Worker(), WorkerUpdater(effects: jobs.map(\.type) + [EndJob.self])),
      interpreters: interpreters + [.command(EndJob.self) { command, _ in command.end() }])
    runtime.start()
    let runs = RunningJobs(connection) { runtime.dispatch(WorkerMessage($0)) }
    // These are set up before jobs are delivered.
    let cancellations = connection.link.add { nats throws(NATSFailure) in
      try nats.subscribe(to: "fleet.cancelled.>") { [weak runs] in runs?.cancel($0) }
    }
    // A new leader of a consumer does not know the requests that the former one had.
    let elections = connection.link.add { [weak link = connection.link] nats throws(NATSFailure) in
      try nats.subscribe(to: "$JS.EVENT.ADVISORY.CONSUMER.LEADER_ELECTED.\(Names.jobs).*") {
        [weak link] _ in link?.renew()
      }
    }
    let parts = jobs.map { job in
      connection.link.add { nats throws(NATSFailure) in try runs.take(job, atOnce: count, nats) }
    }
    let (stops, stop) = AsyncStream.makeStream(of: Void.self)
    await cancelWhenGracefulShutdown { for await _ in stops {} }
    stop.finish()
    for part in parts { connection.link.remove(part) }
    await withTaskCancellationHandler {
      await runs.end()
    } onCancel: {
      runs.giveBack()
    }
    for part in [cancellations, elections] { connection.link.remove(part) }
    await runtime.shutdown()
    await connection.flush()
  }
}

// MARK: The program of a worker

struct Worker: Model, Equatable { typealias Receives = WorkerMessage }

/// A message that contains the commands of its update.
struct WorkerMessage: Message {
  let commands: [any Command]
  init(_ commands: [any Command]) { self.commands = commands }
}

struct WorkerUpdater: TypedUpdater {
  /// The listed command types, so that a missing interpreter is an error at the start.
  let effects: [any Effect.Type]

  func update(model: inout Worker, message: WorkerMessage) -> [any Command] { message.commands }
}

/// Calls a function that ends a job.
struct EndJob: Command {
  let end: @Sendable () -> Void
  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
}
