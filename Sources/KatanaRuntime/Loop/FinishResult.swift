/// What was still running when ``Runtime/finish(within:)`` returned.
public struct FinishResult: Sendable, Equatable {
  /// The names of the commands that had not ended, each once, sorted.
  public let left: [String]
  /// Whether an update, an observer or an interpreter had not returned in time, or the executor of
  /// the runtime was blocked. If the commands had not ended before, ``left`` is empty then, since
  /// nothing else is known.
  public let hasStuckStep: Bool
  /// Whether every command and every step had ended.
  public var isComplete: Bool { left.isEmpty && !hasStuckStep }
}
