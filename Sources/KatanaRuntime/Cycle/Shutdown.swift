import Katana

/// Who waits for the end of a runtime, and whom they do not wait for.
struct Shutdown {
  fileprivate(set) var hasEnded = false
  fileprivate var waiting: [ShutdownWaiter] = []
  fileprivate var hasReportedStragglers = false
}

/// Somebody who waits for the end of a runtime.
final class ShutdownWaiter: Sendable {
  let result = PendingResult<Void>()
  /// The run that waits here itself. It is not waited for by other runs that do, but by the outside.
  let caller: Run.ID?

  init(caller: Run.ID?) { self.caller = caller }
}

extension Runtime {
  /// Ends the runtime and waits until nothing runs any more. After that, nothing is delivered.
  ///
  /// - Parameter deadline: How long this call waits, by the runtime's clock, for commands that ignore
  ///   their cancellation, or for a step that does not end; they are reported then. When such a step
  ///   ends after all, its update may have changed the model, and nothing follows from it. A command
  ///   is not waited for where its interpreter calls this itself, in its own task.
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

  /// Waits until somebody else has ended the runtime, for example an interpreter by
  /// ``Dispatcher/requestShutdown()``, and nothing runs any more: for the main function of a program.
  ///
  /// Returns early when the calling task is cancelled.
  public func waitUntilEnded() async {
    let waiter = ShutdownWaiter(caller: Run.caller)
    core.post { $0.add(waiter) }
    await waiter.result.get(whenCancelled: ())
  }
}

extension Cycle {
  /// Resumes those who wait for the shutdown, if nothing runs any more that they wait for.
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
