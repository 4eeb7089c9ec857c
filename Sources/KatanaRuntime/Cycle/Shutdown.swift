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
  /// The run whose task makes the call. Calls by runs do not wait for it; calls from outside do.
  let caller: Run.ID?

  init(caller: Run.ID?) { self.caller = caller }
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
    let waiter = ShutdownWaiter(caller: Run.caller)
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
    let waiter = ShutdownWaiter(caller: Run.caller)
    core.post { $0.add(waiter) }
    await waiter.result.get(whenCancelled: ())
  }
}

extension Cycle {
  /// Resumes the calls that wait for the shutdown, if no run is left that they wait for.
  func endWhenQuiet() {
    shutdown.waiting.removeAll(where: \.result.isGiven)
    guard shutdown.hasEnded, !shutdown.waiting.isEmpty else { return }
    let callers = Set(shutdown.waiting.compactMap(\.caller))
    guard !runner.hasLiveRuns(except: callers) else { return }
    let isQuiet = callers.isEmpty || !runner.hasLiveRuns(except: [])
    for waiter in shutdown.waiting where isQuiet || waiter.caller != nil { waiter.result.give(()) }
    shutdown.waiting.removeAll(where: \.result.isGiven)
  }

  fileprivate func add(_ waiter: ShutdownWaiter) {
    shutdown.waiting.append(waiter)
    endWhenQuiet()
  }

  func markEnded() { shutdown.hasEnded = true }

  fileprivate func giveUpWaiting(_ waiter: ShutdownWaiter) {
    guard !waiter.result.isGiven else { return }
    if !shutdown.hasReportedStragglers {
      shutdown.hasReportedStragglers = true
      let callers = waiter.caller.map { [$0] } ?? []
      let runs = runner.liveRuns(except: Set(callers))
      core.report(.stragglers(commands: runs.map(\.name.fullName).sorted()))
    }
    waiter.result.give(())
    endWhenQuiet()
  }
}
