public import Katana

/// Why waiting for the consequences of a message ended without them.
public enum SettleError: Error, Sendable, Equatable {
  /// The time was over. The commands that were still running, by name, sorted.
  case timedOut(pending: [String])
  /// Everything has settled, and no message of the wanted type came.
  case notFound
  /// The runtime has ended.
  case ended
}

extension SettleError: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch self {
    case .timedOut(let pending) where pending.isEmpty:
      "The message did not settle in time; it was still waiting to be handled."
    case .timedOut(let pending):
      "The message did not settle in time; still running: \(pending.joined(separator: ", "))."
    case .notFound: "Everything has settled, and no message of the wanted type came."
    case .ended: "The runtime ended before the message settled."
    }
  }
}

extension Runtime {
  /// Sends a message and waits for everything that descends from it: messages and commands, not
  /// subscriptions.
  ///
  /// - Parameter timeout: How long to wait, by the runtime's clock; `nil` means for ever.
  /// - Throws: ``SettleError``; `.timedOut` says which commands were still running.
  public func settle(
    _ message: any Message, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) {
    try await dispatcher.settle(message, timeout: timeout, file: file, line: line)
  }

  /// Sends a message and waits until a message of a type, that descends from it, has been handled.
  ///
  /// - Returns: The first such message.
  /// - Throws: ``SettleError``; `.notFound` if everything settles without one.
  public func settle<M: Message>(
    _ message: any Message, returning type: M.Type, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws(SettleError) -> M {
    try await dispatcher.settle(
      message, returning: type, timeout: timeout, file: file, line: line)
  }
}

extension Dispatcher {
  /// Sends a message and waits for everything that descends from it; the run that calls this is not
  /// waited for. See ``Runtime/settle(_:timeout:file:line:)``.
  public func settle(
    _ message: any Message, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) {
    switch await outcome(of: message, wanted: nil, timeout, file, line) {
    case .settled, .found: return
    case .timedOut(let pending): throw .timedOut(pending: pending)
    case .ended: throw .ended
    }
  }

  /// Sends a message and waits until a message of a type, that descends from it, has been handled.
  /// See ``Runtime/settle(_:returning:timeout:file:line:)``.
  public func settle<M: Message>(
    _ message: any Message, returning type: M.Type, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws(SettleError) -> M {
    switch await outcome(of: message, wanted: type, timeout, file, line) {
    case .found(let message as M): return message
    case .settled, .found: throw .notFound
    case .timedOut(let pending): throw .timedOut(pending: pending)
    case .ended: throw .ended
    }
  }

  private func outcome(
    of message: any Message, wanted: (any Message.Type)?, _ timeout: Duration?,
    _ file: StaticString, _ line: UInt
  ) async -> Settlement.Outcome {
    await withCheckedContinuation { continuation in
      let settlement = Settlement(wanted: wanted, parent: sender.settlement) { outcome in
        continuation.resume(returning: outcome)
      }
      let waiter = Waiter(sender, settlement: settlement)
      var envelope = QueuedMessage(context.wrap(message), from: waiter, file: file, line: line)
      envelope.wait = .own
      sender.home.await(settlement, timeout, envelope)
    }
  }
}
