import Katana

/// The calls that wait for the end of a runtime.
struct Shutdown {
  fileprivate(set) var hasEnded = false
  fileprivate(set) var waiting: [ShutdownWaiter] = []
  fileprivate var hasReportedStragglers = false
  /// The timer that reports commands for which calls without a deadline wait.
  fileprivate var report: ScheduledAction?
}

/// One call that waits for the end of a runtime.
final class ShutdownWaiter: Sendable {
  let result = PendingResult<Void>()
  /// A call by a run does not wait for that run. Calls from outside do.
  let caller: Caller
  let hasDeadline: Bool

  init(_ task: Int?, hasDeadline: Bool) {
    caller = Caller(task)
    self.hasDeadline = hasDeadline
  }
}

extension Runtime {
  /// Ends the runtime and waits until no command runs any more. After that, no message is handled.
  ///
  /// Cancelling the calling task does not end the wait. With ``Execution/caller``, this thread
  /// stops the subscriptions, so code that blocks there blocks this call, too; the deadline reports
  /// it.
  ///
  /// - Parameter deadline: The longest time to wait, by the runtime's clock, for commands that
  ///   ignore their cancellation, for a step that does not end, and for an executor that is blocked.
  ///   After it, an issue reports them; for the last two, a tenth of a second later. If such a step
  ///   ends later, its update may still change the model, but nothing follows from it. If an
  ///   interpreter calls this in the task of its own command, that command is not waited for.
  public func shutdown(deadline: Duration = .seconds(5)) async {
    let waiter = ShutdownWaiter(Run.currentTask, hasDeadline: true)
    // First, because with `Execution.caller` this thread executes what follows.
    waiter.result.limit(deadline, by: core.clock) { [core, weak cycle] in
      core.requestShutdown()
      core.post { [weak cycle] in
        cycle?.giveUpWaiting(waiter)
      } otherwise: { isExecuting in
        if isExecuting { core.abandonStep() }
        core.report(isExecuting ? .stuckStep : .blockedExecutor)
        waiter.result.give(())
      }
    }
    core.requestShutdown()
    core.post { [cycle] in cycle.add(waiter) }
    await waiter.result.get()
  }

  /// Waits until the runtime has ended and no command runs any more, for the main function of a
  /// program. It does not end the runtime; an interpreter may, by ``Dispatcher/requestShutdown()``.
  ///
  /// Returns early if the calling task is cancelled. There is no deadline: it does not return while
  /// an interpreter ignores its cancellation. An issue reports that after five seconds of the
  /// runtime's clock. To limit the wait, call ``shutdown(deadline:)`` instead.
  public func waitUntilEnded() async {
    let waiter = ShutdownWaiter(Run.currentTask, hasDeadline: false)
    core.post { [cycle] in cycle.add(waiter) }
    await waiter.result.get(whenCancelled: ())
  }
}

extension Cycle {
  /// Resumes the calls that wait for the shutdown, if no run is left that they wait for.
  func endWhenQuiet() {
    if shutdown.waiting.isEmpty { return }
    shutdown.waiting.removeAll(where: \.result.isGiven)
    guard shutdown.hasEnded, !shutdown.waiting.isEmpty else { return }
    let callers = Set(shutdown.waiting.compactMap(\.caller.run))
    guard !runner.hasLiveRuns(except: callers) else { return reportLater() }
    let isQuiet = callers.isEmpty || !runner.hasLiveRuns(except: [])
    for waiter in shutdown.waiting where isQuiet || waiter.caller.run != nil {
      waiter.result.give(())
    }
    shutdown.waiting.removeAll(where: \.result.isGiven)
    if shutdown.waiting.isEmpty { shutdown.report?.cancel() }
  }

  /// Reports commands that ignore their cancellation after five seconds, if a call without a
  /// deadline waits for them.
  private func reportLater() {
    guard shutdown.report == nil, !shutdown.waiting.allSatisfy(\.hasDeadline) else { return }
    shutdown.report = core.schedule(after: .seconds(5)) { [weak self] in self?.reportLongWait() }
  }

  private func reportLongWait() {
    if shutdown.waiting.allSatisfy({ $0.hasDeadline || $0.result.isGiven }) { return }
    reportStragglers(except: Set(shutdown.waiting.compactMap(\.caller.run)))
  }

  fileprivate func reportStragglers(except callers: Set<Run.ID>) {
    let runs = runner.liveRuns(except: callers)
    if runs.isEmpty || shutdown.hasReportedStragglers { return }
    shutdown.hasReportedStragglers = true
    core.report(.stragglers(commands: runs.map(\.name.fullName).sorted()))
  }

  fileprivate func add(_ waiter: ShutdownWaiter) {
    if waiter.result.isGiven { return }
    waiter.caller.find(in: runner)
    shutdown.waiting.append(waiter)
    endWhenQuiet()
  }

  func markEnded() { shutdown.hasEnded = true }

  fileprivate func giveUpWaiting(_ waiter: ShutdownWaiter) {
    guard !waiter.result.isGiven else { return }
    waiter.caller.find(in: runner)
    reportStragglers(except: Set(waiter.caller.run.map { [$0] } ?? []))
    waiter.result.give(())
    endWhenQuiet()
  }
}
