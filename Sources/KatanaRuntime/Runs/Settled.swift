/// What became of a message and of everything that it caused; see `Runtime.settle(_:timeout:)`.
public struct SettleOutcome: Sendable {
  /// Whether the message itself was handled, and not dropped. It is dropped by an interceptor, if
  /// its child is gone or no part has its address, if its sender was cancelled, and, from outside,
  /// while the runtime finishes or shows a past model. A message that no updater takes counts as
  /// handled; an issue reports it.
  public internal(set) var wasHandled = false
  /// The errors of commands that neither an `onFailure` nor a `retried` has handled, in the order
  /// in which the commands ended. The errors that the app got in a message are among them.
  public internal(set) var failures: [CommandFailure] = []

  /// Whether the message was handled and ``failures`` is empty. A command without an interpreter is
  /// reported as an issue, and does not count as failed.
  public var isSuccess: Bool { wasHandled && failures.isEmpty }
}

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
