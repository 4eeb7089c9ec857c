import Katana

/// What a runtime had left when it was to finish; see ``Runtime/finish(within:)``.
public struct FinishResult: Sendable, Equatable {
  /// The names of the commands that had not ended, sorted.
  public let left: [String]
  /// Whether an update, an observer or an interpreter had not returned, so that nothing else could be
  /// found out.
  public let hasStuckStep: Bool
  /// Whether everything came to its end.
  public var isComplete: Bool { left.isEmpty && !hasStuckStep }

  init(left: [String], hasStuckStep: Bool = false) {
    self.left = left
    self.hasStuckStep = hasStuckStep
  }
}

extension Runtime {
  /// Lets everything that the app has begun come to its end, then ends the runtime.
  ///
  /// For a command-line tool or a server that is asked to stop: what was delayed or debounced, such
  /// as a save, is done. In this order: messages from the outside are refused; subscriptions end,
  /// except the ``Katana/ConstantSubscription``s; what is delayed, debounced or throttled starts at
  /// once, and nothing is retried any more; commands and all that follows from their messages come
  /// to their end; the rest of the subscriptions ends, and the runtime shuts down.
  ///
  /// - Parameter limit: How long to wait, by the runtime's clock. Then, or when the calling task is
  ///   cancelled, the runtime shuts down as it is.
  /// - Returns: What was left.
  @discardableResult
  public func finish(within limit: Duration = .seconds(10)) async -> FinishResult {
    // An app that has not begun has nothing to finish.
    if !core.hasStarted {
      core.requestShutdown()
      return FinishResult(left: [])
    }
    let attempt = FinishAttempt(by: Run.caller)
    let giveUp: @Sendable () -> Void = { [core] in
      core.post {
        $0.giveUpFinishing(attempt)
      } otherwise: {
        core.requestShutdown()
        core.abandonStep()
        attempt.result.give(FinishResult(left: [], hasStuckStep: true))
      }
    }
    attempt.result.limit(limit, by: core.clock, giveUp)
    core.post { $0.beginFinish(attempt) }
    let result = await withTaskCancellationHandler {
      await attempt.result.get()
    } onCancel: {
      giveUp()
    }
    core.requestShutdown()
    if result.hasStuckStep { return result }
    // What is left may go on, though nobody hears of it: only the shutdown itself is waited for.
    let ended = PendingResult<Void>()
    core.post { _ in ended.give(()) }
    await ended.get()
    return result
  }
}

/// Somebody who waits for the runtime to finish.
final class FinishAttempt: Sendable {
  let result = PendingResult<FinishResult>()
  /// The run that waits here itself, which is not waited for.
  let caller: Run.ID?

  init(by caller: Run.ID?) { self.caller = caller }
}

/// Who waits for the runtime to finish. Used inside the runtime's steps only.
struct Finishing {
  fileprivate(set) var hasBegun = false
  fileprivate var attempts: [FinishAttempt] = []
}

extension Cycle {
  fileprivate func beginFinish(_ attempt: FinishAttempt) {
    if core.isClosed { return endFinishing(attempt) }
    if attempt.result.isGiven { return }
    finishing.attempts.append(attempt)
    if !finishing.hasBegun {
      finishing.hasBegun = true
      core.takeWholeSteps()
      endEvents()
      runner.controls.finish()
    }
    checkFinished()
  }

  fileprivate func giveUpFinishing(_ attempt: FinishAttempt) {
    endFinishing(attempt)
  }

  /// The runtime ends: nobody waits any more.
  func giveUpFinishing() {
    for attempt in finishing.attempts { endFinishing(attempt) }
  }

  /// Ends the waiting of one, and says what is left.
  private func endFinishing(_ attempt: FinishAttempt) {
    finishing.attempts.removeAll { $0 === attempt }
    guard !attempt.result.isGiven else { return }
    attempt.result.give(FinishResult(left: unfinishedCommands(except: attempt.caller)))
  }

  private func unfinishedCommands(except caller: Run.ID?) -> [String] {
    let running = runner.liveRuns(except: caller.map { [$0] } ?? []).map(\.name.fullName)
    let waiting = runner.controls.waitingCommands.map { ValueName(leaf(of: $0.command)).fullName }
    return Set(running + waiting).sorted()
  }

  /// Ends the waiting once nothing goes on, and no message was handled since that was seen first:
  /// what a command has sent may still be on its way.
  func checkFinished() {
    guard finishing.hasBegun, !finishing.attempts.isEmpty else { return }
    let callers = Set(finishing.attempts.compactMap(\.caller))
    guard !runner.hasLiveRuns(except: callers),
      !runner.controls.hasCommands(except: callers)
    else { return }
    let number = lastNumber
    core.post { cycle in
      guard cycle.lastNumber == number else { return cycle.checkFinished() }
      for attempt in cycle.finishing.attempts { cycle.endFinishing(attempt) }
    }
  }
}
