import Katana

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

  init(left: [String], hasStuckStep: Bool = false) {
    self.left = left
    self.hasStuckStep = hasStuckStep
  }
}

extension Runtime {
  /// Lets the commands of the app end, then ends the runtime.
  ///
  /// For a command-line tool or a server that is asked to stop. Commands that were delayed or
  /// debounced, such as a save, are performed first. The order is:
  ///
  /// 1. Messages from outside are refused.
  /// 2. All subscriptions stop, except ``Katana/ConstantSubscription``s.
  /// 3. Commands that are delayed, debounced or throttled start immediately, also those that updates
  ///    return from now on. So cancel a command that starts itself again after a delay before this
  ///    call. From now on, no command is retried.
  /// 4. Commands, and everything that their messages cause, come to their end.
  /// 5. The remaining subscriptions stop, and the runtime shuts down.
  ///
  /// May be called from any thread, also by an interpreter, whose own command is then not waited
  /// for.
  ///
  /// If the runtime has not been started, it ends immediately: its first commands do not run, and
  /// messages that wait for the start are dropped and counted. With ``Execution/caller``, this
  /// thread executes the end, so code that blocks there blocks this call, too.
  ///
  /// - Parameter limit: The longest time to wait, by the runtime's clock. After that, or when the
  ///   calling task is cancelled, the runtime shuts down immediately. Subscriptions that do not stop
  ///   are waited for as long again.
  /// - Returns: The commands that had not ended.
  @discardableResult
  public func finish(within limit: Duration = .seconds(10)) async -> FinishResult {
    // An app that has not been started has no commands to wait for.
    if !core.hasStarted {
      core.requestShutdown()
      return FinishResult(left: [])
    }
    let attempt = FinishAttempt(by: Run.currentTask)
    // First, because with `Execution.caller` this thread executes what follows.
    attempt.isOver.limit(limit, by: core.clock) { attempt.isOver.give(()) }
    core.post { [cycle] in cycle.beginFinish(attempt) }
    await attempt.isOver.get(whenCancelled: ())
    // Before anything else, so that waiting messages are dropped and do not delay the end.
    core.requestShutdown()
    if !attempt.result.isGiven { giveUp(attempt) }
    let result = await attempt.result.get()
    if result.hasStuckStep { return result }
    return FinishResult(left: result.left, hasStuckStep: !(await hasShutDown(within: limit)))
  }

  /// Gives the result of a call that waits no longer.
  private func giveUp(_ attempt: FinishAttempt) {
    core.post { [cycle] in
      cycle.giveUpFinishing(attempt)
    } otherwise: { [core] isExecuting in
      if isExecuting { core.abandonStep() }
      attempt.result.give(FinishResult(left: [], hasStuckStep: true))
    }
  }

  /// Waits for the shutdown itself. Commands may go on after it, because their messages are dropped.
  ///
  /// - Parameter limit: The longest time to wait. After it, and when the task is cancelled, the
  ///   shutdown has a tenth of a second left.
  /// - Returns: Whether the shutdown has ended.
  private func hasShutDown(within limit: Duration) async -> Bool {
    let isInTime = PendingResult<Bool>()
    isInTime.limit(limit, by: core.clock) { isInTime.give(false) }
    core.post { isInTime.give(true) }
    if await isInTime.get(whenCancelled: false) { return true }
    let hasEnded = PendingResult<Bool>()
    core.post {
      hasEnded.give(true)
    } otherwise: { _ in
      hasEnded.give(false)
    }
    return await hasEnded.get()
  }
}

/// One call of ``Runtime/finish(within:)`` that waits.
final class FinishAttempt: Sendable {
  /// Given with the result, at the limit, or when the task of the call is cancelled.
  let isOver = PendingResult<Void>()
  let result = PendingResult<FinishResult>()
  let caller: Caller

  init(by task: Int?) { caller = Caller(task) }
}

/// The calls of ``Runtime/finish(within:)`` that wait. Used inside of steps only.
struct Finishing {
  fileprivate(set) var hasBegun = false
  fileprivate(set) var attempts: [FinishAttempt] = []
  /// Whether a job is queued that checks whether everything has ended.
  fileprivate var isChecking = false
  /// The number of messages that were refused.
  fileprivate var refusedCount: UInt64 = 0
}

extension Cycle {
  fileprivate func beginFinish(_ attempt: FinishAttempt) {
    if attempt.result.isGiven { return }
    attempt.caller.find(in: runner)
    if core.isClosed { return endFinishing(attempt) }
    finishing.attempts.append(attempt)
    if !finishing.hasBegun {
      finishing.hasBegun = true
      core.handlesNoMessageAtOnce()
      endEvents()
      runner.react(to: .finish)
    }
    checkFinished()
  }

  fileprivate func giveUpFinishing(_ attempt: FinishAttempt) {
    if !attempt.result.isGiven { attempt.caller.find(in: runner) }
    endFinishing(attempt)
  }

  /// Ends all waiting calls, because the runtime ends.
  func giveUpFinishing() {
    for attempt in finishing.attempts { endFinishing(attempt) }
  }

  /// Ends one waiting call with the commands that are left.
  private func endFinishing(_ attempt: FinishAttempt) {
    finishing.attempts.removeAll { $0 === attempt }
    guard !attempt.result.isGiven else { return }
    attempt.result.give(FinishResult(left: unfinishedCommands(except: attempt.caller.run)))
    attempt.isOver.give(())
  }

  private func unfinishedCommands(except caller: Run.ID?) -> [String] {
    let running = runner.liveRuns(except: caller.map { [$0] } ?? []).map(\.name.fullName)
    let waiting = runner.activities.waitingCommands.map { ValueName(leaf(of: $0.command)).fullName }
    return Set(running + waiting).sorted()
  }

  /// Drops and reports a message that code outside of the runtime has sent.
  func refuseWhileFinishing(_ envelope: QueuedMessage) {
    core.drop(envelope, .lost)
    finishing.refusedCount += 1
    core.reportRefusal(of: envelope)
  }

  /// Checks later whether no command goes on, after the ends of commands that wait in the queue.
  /// Otherwise, each of these ends would look at all of them.
  func checkFinished() {
    guard finishing.hasBegun, !finishing.attempts.isEmpty, !finishing.isChecking else { return }
    finishing.isChecking = true
    core.post { [self] in
      finishing.isChecking = false
      endFinishingIfQuiet()
    }
  }

  /// Ends the waiting calls if no command goes on and no message was admitted since that was first
  /// seen: messages of a command may still wait in the queue when the command has ended.
  private func endFinishingIfQuiet() {
    let callers = Set(finishing.attempts.compactMap(\.caller.run))
    guard !finishing.attempts.isEmpty, !runner.hasControlCommands(except: callers),
      !runner.hasLiveRuns(except: callers)
    else { return }
    let number = lastNumber - finishing.refusedCount
    finishing.isChecking = true
    core.post { [self] in
      finishing.isChecking = false
      guard lastNumber - finishing.refusedCount == number else { return checkFinished() }
      for attempt in finishing.attempts { endFinishing(attempt) }
    }
  }
}
