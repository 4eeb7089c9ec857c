public import FleetInterface
import Foundation
import Katana
import KatanaRuntime
import Synchronization

/// The connection of an app or of a worker with the servers of its fleet.
///
/// A command that is sent is kept by the servers until a worker has performed it, and its answer until the app
/// has it. While the servers are away, commands wait at home for ``FleetOptions/sendingLimit``.
public final class FleetConnection: Sendable {
  let options: FleetOptions
  let nats: NATS
  /// The name of this connection, to which the answers come.
  private let home = UUID().uuidString
  /// Sends what waits, in its order.
  private let sending = DispatchQueue(label: "katana.fleet.sending")
  private let waiting = Mutex(Waiting())
  private let listenings = Mutex<[Listening]>([])
  private let following = Mutex<Following?>(nil)
  private let hasStreams = Mutex(false)

  /// The commands that wait for their answers.
  private struct Waiting {
    var commands: [String: Sent] = [:]
    /// The ids in the order in which they were sent, for the time within which a worker must take them.
    var order: [(id: String, time: ContinuousClock.Instant)] = []
  }

  /// A command that waits for its answer.
  private struct Sent {
    var type: JobType
    var done: @Sendable (Result<Data, FleetError>) -> Void
    var isTaken = false
  }

  /// Creates a connection. It does not wait for a server, which may come later.
  ///
  /// - Throws: A ``FleetError`` if the options cannot be used.
  public init(_ options: FleetOptions = FleetOptions()) throws(FleetError) {
    self.options = options
    nats = try NATS(options)
  }

  /// Makes the streams of a fleet, if they are not there.
  func makeStreams() throws(NATSFailure) {
    if hasStreams.withLock({ $0 }) { return }
    nats.openAgain()
    for (name, subject, isQueue) in [
      (Names.jobs, "fleet.jobs.>", true), (Names.answers, "fleet.answers.>", false),
      (Names.dead, "fleet.dead.>", false),
    ] {
      try nats.makeStream(name, subject, isQueue: isQueue, replicas: options.replicas)
    }
    hasStreams.withLock { $0 = true }
  }

  private var streams: @Sendable () throws(NATSFailure) -> Void {
    { [weak self] () throws(NATSFailure) in try self?.makeStreams() }
  }

  /// Hears the answers, before the first command is sent.
  private func listen() throws(NATSFailure) {
    try makeStreams()
    if listenings.withLock({ !$0.isEmpty }) { return }
    let answers = nats.follow("fleet.answers.\(home).*", after: streams) {
      [weak self, nats, sending] subject, data in
      self?.answered(Names.id(in: subject), .success(data))
      // Nobody else waits for it.
      sending.async { try? nats.delete(subject, from: Names.answers) }
    }
    let taken = try nats.listen(to: "fleet.taken.\(home).*") { [weak self] subject, _ in
      self?.waiting.withLock { $0.commands[Names.id(in: subject)]?.isTaken = true }
    }
    listenings.withLock { $0 = [taken] }
    following.withLock { $0 = answers }
  }

  deinit { for listening in listenings.withLock({ $0 }) { listening.end() } }

  // MARK: Commands

  /// Sends a command, and returns its answer.
  func perform<Answer: Decodable>(_ command: some Encodable, _ type: JobType) async throws -> Answer
  {
    let id = UUID().uuidString
    let job = Job(id: id, home: home, type: type, payload: try JSONEncoder().encode(command))
    let data = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        send(job) { continuation.resume(with: $0) }
        // Then it was cancelled before there was something to cancel.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
    let answer: JobAnswer
    do { answer = try JSONDecoder().decode(JobAnswer.self, from: data) } catch {
      throw FleetError.unreadable(type: type.name, reason: "\(error)")
    }
    return try answer.decoded(type.name)
  }

  /// Gives a command to the servers, whose answer comes with a subscription.
  func send(_ command: some Encodable, _ type: JobType, tag: String, app: String) async throws {
    let id = Names.id(of: tag, app)
    let payload = try JSONEncoder().encode(command)
    let job = Job(id: id, home: Names.token(app), type: type, payload: payload, tag: tag)
    let data = try JSONEncoder().encode(job)
    try await onQueue { () throws(NATSFailure) in
      try self.makeStreams()
      try self.nats.publish(data, to: job.subject, id: id)
    }
  }

  /// Removes an answer from the servers.
  func acknowledge(_ tag: String, app: String) async throws {
    let subject = "fleet.answers.\(Names.token(app)).\(Names.id(of: tag, app))"
    try await onQueue { () throws(NATSFailure) in
      try self.nats.delete(subject, from: Names.answers)
    }
  }

  /// Tries something until it succeeds, for as long as a command may wait for a server.
  private func onQueue(_ body: @escaping @Sendable () throws(NATSFailure) -> Void) async throws {
    let end = ContinuousClock.now + options.sendingLimit
    let result: Result<Void, FleetError> = await withCheckedContinuation { continuation in
      sending.async { [options] in
        while true {
          do throws(NATSFailure) {
            try body()
            return continuation.resume(returning: .success(()))
          } catch {
            if ContinuousClock.now >= end {
              let error = FleetError.unreachable(servers: options.servers, reason: error.reason)
              return continuation.resume(returning: .failure(error))
            }
            usleep(100_000)
          }
        }
      }
    }
    try result.get()
  }

  /// Calls a function with each answer to the commands of an app, also with those that wait.
  func followAnswers(
    of app: String, _ handle: @escaping @Sendable (JobAnswer) -> Void
  ) -> Following {
    nats.follow("fleet.answers.\(Names.token(app)).*", after: streams) { _, data in
      if let answer = try? JSONDecoder().decode(JobAnswer.self, from: data) { handle(answer) }
    }
  }

  private func send(_ job: Job, _ done: @escaping @Sendable (Result<Data, FleetError>) -> Void) {
    let hasRoom = waiting.withLock { waiting in
      guard waiting.commands.count < options.waitingLimit else { return false }
      waiting.commands[job.id] = Sent(type: job.type, done: done)
      return true
    }
    guard hasRoom else { return done(.failure(.tooManyWaiting(options.waitingLimit))) }
    let end = ContinuousClock.now + options.sendingLimit
    sending.async { [self] in
      do throws(FleetError) { try send(job, until: end) } catch {
        answered(job.id, .failure(error))
      }
    }
  }

  /// Sends a job, again and again while no server is there. The server drops a second one with its id.
  private func send(_ job: Job, until end: ContinuousClock.Instant) throws(FleetError) {
    guard let data = try? JSONEncoder().encode(job) else { return }
    while waiting.withLock({ $0.commands[job.id] != nil }) {
      do throws(NATSFailure) {
        try listen()
        try nats.publish(data, to: job.subject, id: job.id)
        let isWanted = waiting.withLock { waiting in
          waiting.order.append((job.id, .now))
          return waiting.commands[job.id] != nil
        }
        // It was cancelled meanwhile.
        if !isWanted { forget(job.id, job.type) }
        return lookAtOldest()
      } catch {
        if ContinuousClock.now >= end {
          throw .unreachable(servers: options.servers, reason: error.reason)
        }
        usleep(100_000)
      }
    }
  }

  /// Fails the commands that no worker has taken in time.
  private func lookAtOldest() {
    sending.asyncAfter(deadline: .now() + options.takingLimit / .seconds(1) + 0.01) { [weak self] in
      guard let self else { return }
      let late = waiting.withLock { waiting in
        let end = ContinuousClock.now - self.options.takingLimit
        let count = waiting.order.prefix { $0.time <= end }.count
        defer { waiting.order.removeFirst(count) }
        return waiting.order.prefix(count).compactMap { entry in
          waiting.commands[entry.id].flatMap { $0.isTaken ? nil : (entry.id, $0) }
        }
      }
      for (id, sent) in late {
        forget(id, sent.type)
        answered(id, .failure(.notTaken(type: sent.type.name, after: options.takingLimit)))
      }
    }
  }

  /// A command that has not begun never begins, and the worker that performs it is told.
  private func cancel(_ id: String) {
    guard let sent = waiting.withLock({ $0.commands.removeValue(forKey: id) }) else { return }
    sent.done(.failure(.failed(type: sent.type.name, reason: "it was cancelled")))
    sending.async { [self] in forget(id, sent.type) }
  }

  private func forget(_ id: String, _ type: JobType) {
    try? nats.delete("fleet.jobs.\(type.token).\(id)", from: Names.jobs)
    nats.tell("fleet.cancelled.\(id)")
  }

  /// The first answer counts.
  private func answered(_ id: String, _ result: Result<Data, FleetError>) {
    waiting.withLock { $0.commands.removeValue(forKey: id) }?.done(result)
  }
}

/// The names of streams and subjects.
enum Names {
  static let jobs = "FLEET_JOBS"
  static let answers = "FLEET_ANSWERS"
  static let dead = "FLEET_DEAD"

  /// A type as a part of a subject, which has no dots.
  static func token(_ type: String) -> String {
    String(type.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// A tag as a part of a subject, from which it differs in its letters alone.
  static func id(of tag: String, _ app: String) -> String {
    Data("\(app)/\(tag)".utf8).base64EncodedString().replacing("/", with: "_").replacing(
      "=", with: "")
  }

  static func id(in subject: String) -> String {
    subject.split(separator: ".").last.map(String.init) ?? ""
  }
}

/// The type of a command, with the form of its JSON.
struct JobType: Codable {
  var name: String
  var form: Int

  init(_ name: String, _ form: Int) { (self.name, self.form) = (name, form) }

  var token: String { "\(Names.token(name))-\(form)" }
}

/// A command on its way.
struct Job: Codable {
  var id: String
  var home: String
  var type: JobType
  var payload: Data
  /// The tag, if the answer goes to a subscription.
  var tag: String?

  var subject: String { "fleet.jobs.\(type.token).\(id)" }
}

/// Its answer on the way back.
struct JobAnswer: Codable {
  var tag: String?
  var value: Data?
  var error: Failure?

  /// Returns the value.
  func decoded<Value: Decodable>(_ name: String) throws(FleetError) -> Value {
    if let error { throw error.error(name) }
    do { return try JSONDecoder().decode(Value.self, from: value ?? Data()) } catch {
      throw .unreadable(type: name, reason: "\(error)")
    }
  }

  enum Failure: Codable {
    case givenUp(Int)
    case failed(String)

    func error(_ type: String) -> FleetError {
      switch self {
      case .givenUp(let count): .givenUp(type: type, deliveries: count)
      case .failed(let reason): .failed(type: type, reason: reason)
      }
    }
  }
}
