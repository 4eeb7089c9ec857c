import FleetInterface
import Foundation

/// Keeps a connection with the servers: whenever it ends, another one is opened and set up, in one way for the
/// first one and for all that follow.
final class Link: Sendable {
  /// Sets up a part of a connection, and returns what it listens to.
  typealias Part = @Sendable (NATSConnection) throws(NATSFailure) -> NATSSubscription?

  /// A part, with the connection on which it is set up.
  private struct SetUp {
    var part: Part
    var subscription: NATSSubscription?
    weak var connection: NATSConnection?
  }

  private struct State {
    var connection: NATSConnection?
    var parts: [Int: SetUp] = [:]
    var lastNumber = 0
    var failure = NATSFailure(reason: "it has not been tried yet")
    var isEnded = false
  }

  private let options: FleetOptions
  private let state = Locked(State())
  /// What blocks, one after the other.
  private let queue = DispatchQueue(label: "katana.fleet")

  init(_ options: FleetOptions) { self.options = options }

  /// The connection that is open.
  var connection: NATSConnection? { state.withLock { $0.connection } }

  /// Why there is no connection.
  var error: FleetError {
    let failure = state.withLock { $0.failure }
    return failure.isAnswer
      ? .refused(failure.reason)
      : .unreachable(
        // Without a name and a password.
        servers: options.servers.map { $0.replacing(/\/\/[^\/]*@/, with: "//") },
        reason: failure.reason)
  }

  func start() { queue.async { [weak self] in self?.open() } }

  /// Ends the link. What waits is sent.
  func end() {
    let connection = state.withLock { state in
      state.isEnded = true
      return state.connection.take()
    }
    connection?.close()
  }

  /// Adds a part to this connection and to all that follow.
  func add(_ part: @escaping Part) -> Int {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.parts[state.lastNumber] = SetUp(part: part)
      return state.lastNumber
    }
    perform { [weak self] connection throws(NATSFailure) in try self?.setUp(number, connection) }
    return number
  }

  /// Removes a part, and ends what it listens to.
  func remove(_ number: Int) {
    state.withLock { $0.parts.removeValue(forKey: number) }?.subscription?.end()
  }

  private func setUp(_ number: Int, _ connection: NATSConnection) throws(NATSFailure) {
    // A part that is added while a connection is opened is set up with it.
    guard let former = state.withLock({ $0.parts[number] }), former.connection !== connection
    else { return }
    let subscription = try former.part(connection)
    let isThere = state.withLock { state in
      state.parts[number]?.subscription = subscription
      state.parts[number]?.connection = connection
      return state.parts[number] != nil
    }
    if !isThere { subscription?.end() }
  }

  /// Performs something that blocks, if a connection is open. If it fails, another one is opened.
  func perform(_ body: @escaping @Sendable (NATSConnection) throws(NATSFailure) -> Void) {
    ask(body) { _ in }
  }

  /// Performs something that blocks, and calls a function with its result. If it fails, another connection is opened.
  func ask<Value>(
    _ body: @escaping @Sendable (NATSConnection) throws(NATSFailure) -> Value,
    _ done: @escaping @Sendable (Result<Value, FleetError>) -> Void
  ) {
    queue.async { [self] in
      guard let connection else { return done(.failure(error)) }
      do throws(NATSFailure) { done(.success(try body(connection))) } catch {
        state.withLock { $0.failure = error }
        connection.close()
        done(.failure(self.error))
      }
    }
  }

  /// Opens another connection, because something is not as it was set up.
  func renew() { perform { connection throws(NATSFailure) in connection.close() } }

  private func open() {
    guard state.withLock({ !$0.isEnded }) else { return }
    do throws(NATSFailure) {
      let connection = try NATSConnection(options) { [weak self] in self?.closed() }
      do throws(NATSFailure) {
        try makeStreams(connection)
        for number in state.withLock({ $0.parts.keys.sorted() }) { try setUp(number, connection) }
      } catch {
        connection.close()
        throw error
      }
      let isEnded = state.withLock { state in
        if !state.isEnded { state.connection = connection }
        return state.isEnded
      }
      if isEnded {
        connection.close()
      } else {
        options.log("a server of the fleet is there")
      }
    } catch {
      let isNew = state.withLock { state in
        defer { state.failure = error }
        return state.failure.reason != error.reason
      }
      if isNew { options.log("\(self.error)") }
      openSoon()
    }
  }

  private func openSoon() {
    queue.asyncAfter(deadline: .now() + 0.2) { [weak self] in
      guard let self, connection == nil else { return }
      open()
    }
  }

  private func closed() {
    queue.async { [weak self] in
      // It may be an earlier one that has ended.
      guard let self, connection?.isOpen == false else { return }
      state.withLock { $0.connection = nil }
      options.log("the connection with the fleet has ended, and another one is opened")
      openSoon()
    }
  }

  /// Makes the streams of a fleet, unless they are there.
  private func makeStreams(_ connection: NATSConnection) throws(NATSFailure) {
    for (name, subject, retention) in [
      (Names.jobs, "fleet.jobs.>", "workqueue"), (Names.answers, "fleet.answers.>", "workqueue"),
      (Names.dead, "fleet.dead.>", "limits"),
    ] {
      let isThere = 10_058
      try connection.request(
        "STREAM.CREATE.\(name)",
        [
          "name": name, "subjects": [subject], "retention": retention, "storage": "file",
          "num_replicas": options.replicas, "duplicate_window": Names.deduplication.nanoseconds,
          "max_age": retention == "limits" ? 0 : options.keeping.nanoseconds,
        ], ignoring: [isThere])
    }
  }
}

extension Duration {
  var nanoseconds: Int { Int(self / .nanoseconds(1)) }
  var seconds: Double { self / .seconds(1) }
}
