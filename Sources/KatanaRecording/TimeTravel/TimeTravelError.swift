/// Why a past model cannot be shown: what happened, and how to fix it.
public enum TimeTravelError: Error, Sendable, Equatable, CustomStringConvertible {
  /// No runtime has the event handler, or the runtime has not started, or it has ended.
  case noRuntime
  /// The message was dropped because of the limit. `first` is the first number that can be shown.
  case gone(UInt64, first: UInt64)
  /// No message with this number was handled, or the app has continued from an earlier one.
  case unknown(UInt64)
  /// The present is shown, so there is no other model to continue from.
  case nothingShown

  /// What happened, and how to fix it.
  public var description: String {
    switch self {
    case .noRuntime:
      "The time travel has no runtime: none has its event handler, or the runtime has not started, or it"
        + " has ended. To fix this, give `eventHandler` to a runtime, and start it."
    case .gone(let number, let first):
      "Message \(number) is not kept any more. To fix this, choose one of `numbers`, which begin"
        + " with \(first), or give a higher `limit`."
    case .unknown(let number):
      "Message \(number) did not lead to the present: it was not handled, or the app has continued"
        + " from an earlier message. To fix this, choose one of `numbers`."
    case .nothingShown:
      "The present is shown. To fix this, call `show(after:)` or `skip(_:)` first, or use"
        + " `goOn(from:)`."
    }
  }
}
