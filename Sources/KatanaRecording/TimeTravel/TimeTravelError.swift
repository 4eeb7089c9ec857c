/// Why a past model cannot be shown: what happened, and how to fix it.
public enum TimeTravelError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The runtime has not started, or it has ended, or nobody gave it the listener.
  case noRuntime
  /// The message was dropped, since only so many are kept; the first number that can be shown.
  case gone(UInt64, first: UInt64)
  /// No message with this number was handled, or the app has gone on from an earlier one.
  case unknown(UInt64)
  /// The present is shown: there is nothing else to go on from.
  case nothingShown

  /// What happened, and how to fix it.
  public var description: String {
    switch self {
    case .noRuntime:
      "There is no runtime whose past could be shown. To fix this, give `listener` to a runtime, and start"
        + " it; after its end nothing can be shown."
    case .gone(let number, let first):
      "Message \(number) is not kept any more. To fix this, choose one of `numbers`, which begin with"
        + " \(first), or give a higher `limit`."
    case .unknown(let number):
      "No message with the number \(number) has led to the present. To fix this, choose one of `numbers`."
    case .nothingShown:
      "The present is shown. To fix this, call `show(after:)` or `skip(_:)` first, or use"
        + " `goOn(from:)`."
    }
  }
}
