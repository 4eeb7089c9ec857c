/// A rule for the commands of a child that is gone from the model.
public enum OnLeave: Sendable {
  /// The commands continue, so that a sheet can save when it closes. Their messages to the child
  /// are dropped, and counted in `Statistics.gone`.
  case keep
  /// All commands of the child are cancelled, including those that are queued or delayed.
  case cancel
}
