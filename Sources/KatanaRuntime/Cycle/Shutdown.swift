import Katana

/// The calls that wait for the end of a runtime.
struct Shutdown {
  fileprivate(set) var hasEnded = false
  fileprivate var waiting: [ShutdownWaiter] = []
  fileprivate var hasReportedStragglers = false
}

/// One call that waits for the end of a runtime.
final class ShutdownWaiter: Sendable {
  let result = PendingResult<Void>()
  /// Calls by runs do not wait for it; calls from outside do.
  let caller: Caller

  init(_ task: Int?) { caller = Caller(task) }
}

/// Who calls `shutdown`, `waitUntilEnded` or `finish`: perhaps a task of a command, which waits for
/// all commands except its own.
final class Caller: @unchecked Sendable {
  // Sendable, because `run` is used inside of steps only.
  private let task: Int?
  /// The run whose task makes the call. `nil` before it was looked for.
  private(set) var run: Run.ID?

  /// - Parameter task: The identity of the task that makes the call.
  init(_ task: Int?) { self.task = task }

  /// Looks for the run, while the call waits: after it, another task may have the same identity.
  func find(in runner: CommandRunner) {
    if run == nil, let task { run = runner.run(performedBy: task) }
  }

  /// Notes that a run was registered after the call.
  func registered(_ newRun: Run) {
    if run == nil, let task, newRun.withLife({ $0.isPerformed(by: task) }) { run = newRun.id }
  }
}

extension Runtime {
  /// Ends the runtime and waits until no command runs any more. After that, no message is handled.
  ///
  /// - Parameter deadline: The longest time to wait, by the runtime's clock, for commands that
  ///   ignore their cancellation and for a step that does not end. After it, an issue reports them.
  ///   If such a step ends later, its update may still change the model, but nothing follows from
  ///   it. If an interpreter calls this in the task of its own command, that command is not waited
  ///   for.
  public func shutdown(deadline: Duration = .seconds(5)) async {
    core.requestShutdown()
    let waiter = ShutdownWaiter(Run.currentTask)
    waiter.result.limit(deadline, by: core.clock) { [core] in
      core.post {
        $0.giveUpWaiting(waiter)
      } otherwise: {
        core.abandonStep()
        core.report(.stuckStep)
        waiter.result.give(())
      }
    }
    core.post { $0.add(waiter) }
    await waiter.result.get()
  }

  /// Waits until the runtime has ended and no command runs any more, for the main function of a
  /// program. It does not end the runtime; an interpreter may, by ``Dispatcher/requestShutdown()``.
  ///
  /// Returns early if the calling task is cancelled.
  public func waitUntilEnded() async {
    let waiter = ShutdownWaiter(Run.currentTask)
    core.post { $0.add(waiter) }
    await waiter.result.get(whenCancelled: ())
  }
}

extension Cycle {
  /// Notes that a run was registered after its interpreter had returned. One of its tasks may
  /// already wait.
  func registered(_ run: Run) {
    for waiter in shutdown.waiting where !waiter.result.isGiven { waiter.caller.registered(run) }
    for attempt in finishing.attempts { attempt.caller.registered(run) }
  }

  /// Resumes the calls that wait for the shutdown, if no run is left that they wait for.
  func endWhenQuiet() {
    if shutdown.waiting.isEmpty { return }
    shutdown.waiting.removeAll(where: \.result.isGiven)
    guard shutdown.hasEnded, !shutdown.waiting.isEmpty else { return }
    let callers = Set(shutdown.waiting.compactMap(\.caller.run))
    guard !runner.hasLiveRuns(except: callers) else { return }
    let isQuiet = callers.isEmpty || !runner.hasLiveRuns(except: [])
    for waiter in shutdown.waiting where isQuiet || waiter.caller.run != nil {
      waiter.result.give(())
    }
    shutdown.waiting.removeAll(where: \.result.isGiven)
  }

  fileprivate func add(_ waiter: ShutdownWaiter) {
    waiter.caller.find(in: runner)
    shutdown.waiting.append(waiter)
    endWhenQuiet()
  }

  func markEnded() { shutdown.hasEnded = true }

  fileprivate func giveUpWaiting(_ waiter: ShutdownWaiter) {
    guard !waiter.result.isGiven else { return }
    if !shutdown.hasReportedStragglers {
      shutdown.hasReportedStragglers = true
      let callers = waiter.caller.run.map { [$0] } ?? []
      let runs = runner.liveRuns(except: Set(callers))
      core.report(.stragglers(commands: runs.map(\.name.fullName).sorted()))
    }
    waiter.result.give(())
    endWhenQuiet()
  }
}
