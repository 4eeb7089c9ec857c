/// What happens to a subscription's messages when they come faster than they are handled.
public enum MessageBuffering: Hashable, Sendable {
  /// All wait.
  case all
  /// Only the newest waits; older ones give way and are counted.
  case latest
  /// Only the newest few wait, at least one; older ones give way and are counted.
  case newest(Int)
}
