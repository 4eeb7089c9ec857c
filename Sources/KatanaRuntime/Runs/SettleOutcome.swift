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
