import FleetInterface
import Foundation

/// Keeps a connection to the servers. Whenever one ends, the link opens another one and sets it up like the first.
final class Link: Sendable {
  /// Sets up one part of a connection, and returns the subscription of the part.
  typealias Part = @Sendable (NATSConnection) throws(NATSFailure) -> NATSSubscription?

  private struct AddedPart {
    let setUp: Part
    var subscription: NATSSubscription?
    /// The connection on which the part is set up.
    weak var connection: NATSConnection?
  }

  private struct State {
    var connection: NATSConnection?
    var parts: [Int: AddedPart] = [:]
    var lastNumber = 0
    var failure = NATSFailure(reason: "no connection was tried yet")
    var isEnded = false
  }

  private let options: FleetOptions
  private let state = Locked(State())
  /// Performs what blocks.
  private let queue = DispatchQueue(label: "katana.fleet")

  init(_ options: FleetOptions) { self.options = options }

  /// The connection that is open or being set up.
  var connection: NATSConnection? { state.withLock { $0.connection } }

  /// Why there is no connection.
  var error: FleetError {
    let failure = state.withLock { $0.failure }
    return failure.isAnswer
      ? .refused(failure.reason)
      : .unreachable(
        // An address may contain a name and a password.
        servers: options.servers.map { $0.replacing(/\/\/[^\/]*@/, with: "//") },
        reason: failure.reason)
  }

  func start() { queue.async { [weak self] in self?.open() } }

  /// Sends what waits, and ends the link.
  func end() {
    let connection = state.withLock { state in
      state.isEnded = true
      return state.connection.take()
    }
    connection?.close()
  }

  /// Adds a part to this connection and to all later ones.
  ///
  /// - Returns: The number of the part.
  func add(_ part: @escaping Part) -> Int {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.parts[state.lastNumber] = AddedPart(setUp: part)
      return state.lastNumber
    }
    perform { [weak self] connection throws(NATSFailure) in try self?.setUp(number, connection) }
    return number
  }

  /// Removes a part, and ends its subscription.
  func remove(_ number: Int) {
    state.withLock { $0.parts.removeValue(forKey: number) }?.subscription?.end()
  }

  private func setUp(_ number: Int, _ connection: NATSConnection) throws(NATSFailure) {
    // A part that was added while this connection was being opened is set up already.
    guard let part = state.withLock({ $0.parts[number] }), part.connection !== connection
    else { return }
    let subscription = try part.setUp(connection)
    let isThere = state.withLock { state in
      state.parts[number]?.subscription = subscription
      state.parts[number]?.connection = connection
      return state.parts[number] != nil
    }
    if !isThere { subscription?.end() }
  }

  /// Performs something that blocks if a connection is open; see ``ask(_:_:)``.
  func perform(_ body: @escaping @Sendable (NATSConnection) throws(NATSFailure) -> Void) {
    ask(body) { _ in }
  }

  /// Performs something that blocks, and calls a function with its result. If it fails, the link opens another
  /// connection.
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

  /// Opens another connection, because the server does not have what was set up on this one.
  func renew() { perform { connection throws(NATSFailure) in connection.close() } }

  private func open() {
    do throws(NATSFailure) {
      let connection = try NATSConnection(options) { [weak self] in self?.closed() }
      let isEnded = state.withLock { state in
        if !state.isEnded { state.connection = connection }
        return state.isEnded
      }
      if isEnded { return connection.close() }
      do throws(NATSFailure) {
        try makeStreams(connection)
        for number in state.withLock({ $0.parts.keys.sorted() }) { try setUp(number, connection) }
      } catch {
        connection.close()
        throw error
      }
      options.log("A server of the fleet is connected.")
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
      guard let self, state.withLock({ $0.connection == nil && !$0.isEnded }) else { return }
      open()
    }
  }

  private func closed() {
    queue.async { [weak self] in
      // An earlier connection may have ended.
      guard let self, connection?.isOpen == false else { return }
      state.withLock { $0.connection = nil }
      options.log("The connection to the fleet has ended. Another one is opened.")
      openSoon()
    }
  }

  /// Creates the streams of the fleet unless they exist.
  private func makeStreams(_ connection: NATSConnection) throws(NATSFailure) {
    for (name, subject, retention) in [
      (Names.jobs, "fleet.jobs.>", "workqueue"), (Names.answers, "fleet.answers.>", "workqueue"),
      (Names.dead, "fleet.dead.>", "limits"),
    ] {
      let exists = 10_058
      try connection.request(
        "STREAM.CREATE.\(name)",
        [
          "name": name, "subjects": [subject], "retention": retention, "storage": "file",
          "num_replicas": options.replicas, "duplicate_window": Names.deduplication.nanoseconds,
          "max_age": retention == "limits" ? 0 : options.keeping.nanoseconds,
        ], ignoring: [exists])
    }
  }
}

extension Duration {
  var nanoseconds: Int { Int(self / .nanoseconds(1)) }
  var seconds: Double { self / .seconds(1) }
}
