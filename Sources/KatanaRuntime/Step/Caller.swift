/// A call of `shutdown`, `waitUntilEnded` or `finish` by a task.
///
/// If it is a task of a command, the call does not wait for that command.
class Caller: @unchecked Sendable {
  // Sendable, because `run` is used inside of steps only.
  private let task: Int?
  /// The run of the command; `nil` if the task belongs to none, or if it has not been found yet.
  private(set) final var run: RunID?

  /// - Parameter task: The identity of the task, from `currentTask`.
  init(_ task: Int?) { self.task = task }

  /// Looks for the run among those that are registered. Must not be called after the call has
  /// returned, because then another task may have the same identity.
  final func findRun(_ runOfTask: (Int) -> RunID?) {
    if run == nil, let task { run = runOfTask(task) }
  }

  /// Takes a run if the task belongs to it.
  final func findRun(in newRun: RunRecord) {
    if run == nil, let task, newRun.withLife({ $0.isPerformed(by: task) }) { run = newRun.id }
  }
}
