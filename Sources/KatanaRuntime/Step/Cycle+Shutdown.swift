import Katana

/// The end of the runtime at once, and reports of commands that do not end.
extension Cycle {
  /// Ends the runtime, after the current step. Later calls have no effect.
  func shutDown() {
    if runner.hasEnded { return }
    for attempt in finishing.attempts { endFinishing(attempt) }
    runner.cancelAll()
    if hasBegun { for interceptor in interceptors { interceptor.stopped?() } }
    show(nil)
    observers.removeAll()
    if hasBegun { events?.ended() }
    for tracker in trackers { tracker.abandon() }
    endWhenQuiet()
  }

  /// Resumes the calls that wait for the shutdown, if no run is left that they wait for.
  func endWhenQuiet() {
    if shutdown.waiting.isEmpty { return }
    shutdown.waiting.removeAll(where: \.result.isGiven)
    guard runner.hasEnded, !shutdown.waiting.isEmpty else { return }
    let callers = Set(shutdown.waiting.compactMap(\.run))
    guard !runner.hasLiveRuns(except: callers) else { return reportLater() }
    let isQuiet = callers.isEmpty || !runner.hasLiveRuns(except: [])
    for waiter in shutdown.waiting where isQuiet || waiter.run != nil {
      waiter.result.give(())
    }
    shutdown.waiting.removeAll(where: \.result.isGiven)
    if shutdown.waiting.isEmpty { shutdown.report.take()?.cancel() }
  }

  /// Reports commands that ignore their cancellation after five seconds, if a call without a
  /// deadline waits for them.
  private func reportLater() {
    guard shutdown.report == nil, !shutdown.hasReportedStragglers,
      !shutdown.waiting.allSatisfy(\.hasDeadline)
    else { return }
    shutdown.report = core.schedule(after: .seconds(5)) { [unowned self] in reportLongWait() }
  }

  private func reportLongWait() {
    shutdown.report = nil
    if shutdown.waiting.allSatisfy({ $0.hasDeadline || $0.result.isGiven }) { return }
    reportStragglers(except: Set(shutdown.waiting.compactMap(\.run)))
  }

  func reportStragglers(except callers: Set<RunID>) {
    let runs = runner.liveRuns(except: callers)
    if runs.isEmpty || shutdown.hasReportedStragglers { return }
    shutdown.hasReportedStragglers = true
    core.report(.stragglers(commands: runs.map(\.name.fullName).sorted()))
  }

  func add(_ waiter: ShutdownWaiter) {
    if waiter.result.isGiven { return }
    waiter.findRun(runner.run)
    shutdown.waiting.append(waiter)
    endWhenQuiet()
  }

  func giveUpWaiting(_ waiter: ShutdownWaiter) {
    guard !waiter.result.isGiven else { return }
    waiter.findRun(runner.run)
    reportStragglers(except: Set((shutdown.waiting + [waiter]).compactMap(\.run)))
    waiter.result.give(())
    endWhenQuiet()
  }

  /// Looks for callers in a run that is registered only now, because messages from its interpreter
  /// were still waiting. One of its tasks may already have called.
  func findCallers(in run: RunRecord) {
    for waiter in shutdown.waiting where !waiter.result.isGiven { waiter.findRun(in: run) }
    for attempt in finishing.attempts { attempt.findRun(in: run) }
  }
}
