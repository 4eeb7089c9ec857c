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
