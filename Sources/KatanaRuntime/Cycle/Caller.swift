/// The task that calls `shutdown`, `waitUntilEnded` or `finish`.
///
/// If it is a task of a command, the call does not wait for that command.
final class Caller: @unchecked Sendable {
  // Sendable, because `run` is used inside of steps only.
  private let task: Int?
  /// The run of the command; `nil` if the task belongs to none, or if it has not been found yet.
  private(set) var run: Run.ID?

  /// - Parameter task: The identity of the task, from `Run.currentTask`.
  init(_ task: Int?) { self.task = task }

  /// Looks for the run among those that are registered. Must not be called after the call has
  /// returned, because then another task may have the same identity.
  func find(in runner: CommandRunner) {
    if run == nil, let task { run = runner.run(performedBy: task) }
  }

  /// Takes a run if the task belongs to it.
  fileprivate func find(in newRun: RunRecord) {
    if run == nil, let task, newRun.withLife({ $0.isPerformed(by: task) }) { run = newRun.id }
  }
}

extension Cycle {
  /// Looks for callers in a run that is registered only now, because messages from its interpreter
  /// were still waiting. One of its tasks may already have called.
  func findCallers(in run: RunRecord) {
    for waiter in shutdown.waiting where !waiter.result.isGiven { waiter.caller.find(in: run) }
    for attempt in finishing.attempts { attempt.caller.find(in: run) }
  }
}
