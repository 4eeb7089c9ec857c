public import Katana

// Waiting for all that a message leads to.

/// The reason why a call of `settle` ended before the message had settled, or without the wanted
/// message.
public enum SettleError: Error, Sendable, Equatable {
  /// The time was over. `pending` holds the names of the commands that were still running, sorted.
  case timedOut(pending: [String])
  /// The message has settled without a message of the wanted type.
  case notFound
  /// The runtime has ended.
  case ended
  /// The task that waited was cancelled. The commands that the message has started go on.
  case cancelled
}

extension SettleError: CustomStringConvertible {
  /// A description on one line.
  public var description: String {
    switch self {
    case .timedOut(let pending) where pending.isEmpty:
      "The message did not settle in time; it was still waiting to be handled."
    case .timedOut(let pending):
      "The message did not settle in time; still running: \(pending.joined(separator: ", "))."
    case .notFound: "Everything has settled, and no message of the wanted type came."
    case .ended: "The runtime ended before the message settled."
    case .cancelled: "The task that waited for the message was cancelled."
    }
  }
}

extension Runtime {
  /// Sends a message and waits for everything that it causes: messages and commands, but not
  /// subscriptions.
  ///
  /// Before ``start()``, it waits for the start. While the runtime finishes or shows a past model,
  /// the message is refused, and the outcome says that it was not handled.
  ///
  /// ```swift
  /// guard try await runtime.settle(AppMessage.synchronize).isSuccess else { exit(1) }
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - timeout: The longest time to wait, by the runtime's clock; `nil` for no limit. It applies
  ///     also while a step does not end.
  ///   - file: The file that sends the message.
  ///   - line: The line that sends the message.
  /// - Returns: Whether the message was handled, and the errors of commands.
  /// - Throws: ``SettleError``. `.timedOut` names the commands that were still running.
  ///   `.cancelled` is thrown as soon as the task is cancelled; if the task was cancelled before
  ///   the call, the message is not sent.
  @discardableResult
  public func settle(
    _ message: any Message, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) -> SettleOutcome {
    try await dispatcher.settle(message, timeout: timeout, file: file, line: line)
  }

  /// Sends a message and waits until a message of the wanted type has been handled that the sent
  /// message has caused, or that is the sent message itself.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - type: The type of the message to wait for.
  ///   - timeout: The longest time to wait, by the runtime's clock; `nil` for no limit.
  ///   - file: The file that sends the message.
  ///   - line: The line that sends the message.
  /// - Returns: The first message of the wanted type.
  /// - Throws: ``SettleError``; `.notFound` if the message settles without one of the wanted type.
  public func settle<M: Message>(
    _ message: any Message, returning type: M.Type, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws(SettleError) -> M {
    try await dispatcher.settle(
      message, returning: type, timeout: timeout, file: file, line: line)
  }
}

extension Dispatcher {
  /// Sends a message and waits for everything that it causes. The run that calls this is not waited
  /// for.
  ///
  /// See `Runtime.settle(_:timeout:)` for the parameters, the outcome and the errors.
  @discardableResult
  public func settle(
    _ message: any Message, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) -> SettleOutcome {
    switch await outcome(of: message, wanted: nil, timeout, file, line) {
    case .settled(let outcome): return outcome
    case .found: throw .notFound
    case .timedOut(let pending): throw .timedOut(pending: pending)
    case .cancelled: throw .cancelled
    case .ended: throw .ended
    }
  }

  /// Sends a message and waits until a message of the wanted type has been handled that it has
  /// caused.
  ///
  /// See ``Runtime/settle(_:returning:timeout:file:line:)`` for the parameters and the errors.
  public func settle<M: Message>(
    _ message: any Message, returning type: M.Type, timeout: Duration? = nil,
    file: StaticString = #fileID, line: UInt = #line
  ) async throws(SettleError) -> M {
    switch await outcome(of: message, wanted: type, timeout, file, line) {
    case .found(let message as M): return message
    case .settled, .found: throw .notFound
    case .timedOut(let pending): throw .timedOut(pending: pending)
    case .cancelled: throw .cancelled
    case .ended: throw .ended
    }
  }

  private func outcome(
    of message: any Message, wanted: (any Message.Type)?, _ timeout: Duration?,
    _ file: StaticString, _ line: UInt
  ) async -> CompletionTracker.Outcome {
    if Task.isCancelled { return .cancelled }
    let (core, result) = (sender.core, PendingResult<CompletionTracker.Outcome>())
    let tracker = CompletionTracker(wanted: wanted, parent: sender.tracker) { result.give($0) }
    if let timeout {
      result.limit(timeout, by: core.clock) {
        result.give(.timedOut(pending: tracker.pendingNames))
      }
    }
    let sender = SettlingSender(sender, tracker: tracker)
    let wrapped = context.wrap(message, for: core.app)
    var queued = QueuedMessage(wrapped, from: SendSite(sender, file, line))
    queued.wait = .own
    if core.post({ core.steps?.add(tracker) }) { core.post(queued) } else { tracker.abandon() }
    let outcome = await result.get(whenCancelled: .cancelled)
    core.post { tracker.abandon() }
    return outcome
  }
}
