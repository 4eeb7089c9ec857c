public import Katana

/// Why waiting for the consequences of a message ended without them.
public enum SettleError: Error, Sendable, Equatable {
  /// The time was over. The commands that were still running, by name, sorted.
  case timedOut(pending: [String])
  /// Everything has settled, and no message of the wanted type came.
  case notFound
  /// The runtime has ended.
  case ended
  /// The task that waited was cancelled. What the message has begun goes on.
  case cancelled
}

/// What became of a message and of all that descended from it; see
/// ``Runtime/settle(_:timeout:file:line:)``.
public struct SettleOutcome: Sendable {
  /// Whether the message itself was handled: not if an interceptor dropped it, or if the child that it
  /// was for is gone.
  public internal(set) var wasHandled = false
  /// The errors of commands that nothing in the app takes, such as `onFailure`, in the order of the
  /// commands' ends.
  public internal(set) var failures: [CommandFailure] = []

  /// Whether the message was handled and no command has failed.
  public var isSuccess: Bool { wasHandled && failures.isEmpty }
}

/// An error that the interpreter of a command has thrown.
public struct CommandFailure: Sendable {
  /// The error.
  public let error: any Error
  /// The name of the command.
  public let command: ValueName
  /// Whether the command has a message that tells of the error, which the outermost `retried` sends
  /// if there is no further attempt.
  var isAnswered = false
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
    case .cancelled: "The task that waited for the message was cancelled."
    }
  }
}

extension Runtime {
  /// Sends a message and waits for everything that descends from it: messages and commands, not
  /// subscriptions.
  ///
  /// ```swift
  /// guard try await runtime.settle(AppMessage.synchronize).isSuccess else { exit(1) }
  /// ```
  ///
  /// - Parameter timeout: How long to wait, by the runtime's clock, also while a step does not end;
  ///   `nil` means for ever.
  /// - Returns: Whether the message was handled, and the errors of commands.
  /// - Throws: ``SettleError``; `.timedOut` says which commands were still running, and `.cancelled`
  ///   comes as soon as the task is cancelled. From a task that was cancelled before, nothing is sent.
  @discardableResult
  public func settle(
    _ message: any Message, timeout: Duration? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) async throws(SettleError) -> SettleOutcome {
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
    var queued = QueuedMessage(context.wrap(message), from: sender, file: file, line: line)
    queued.wait = .own
    core.await(tracker, queued)
    let outcome = await result.get(whenCancelled: .cancelled)
    core.post { _ in tracker.abandon() }
    return outcome
  }
}
