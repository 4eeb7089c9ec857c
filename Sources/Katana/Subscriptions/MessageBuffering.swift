/// A rule for the messages of a subscription that arrive faster than they are handled.
///
/// `Statistics.superseded` counts the messages that a newer message has replaced.
public enum MessageBuffering: Hashable, Sendable {
  /// All messages stay in the queue until they are handled.
  case all
  /// Only the newest message stays in the queue. It replaces an older one.
  case latest
  /// Only the newest messages stay in the queue, up to this number. A new message replaces the
  /// oldest one. A number below one counts as one.
  case newest(Int)
}
