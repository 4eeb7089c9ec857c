import Katana

/// The end of the runtime in order, when the commands have ended.
extension Cycle {
  func beginFinish(_ attempt: FinishAttempt) {
    if attempt.result.isGiven { return }
    attempt.findRun(runner.run)
    if core.isClosed { return endFinishing(attempt) }
    finishing.attempts.append(attempt)
    if !finishing.hasBegun {
      finishing.hasBegun = true
      core.queueEveryMessage()
      endEvents()
      runner.react(to: .finish)
    }
    checkFinished()
  }

  func giveUpFinishing(_ attempt: FinishAttempt) {
    if !attempt.result.isGiven { attempt.findRun(runner.run) }
    endFinishing(attempt)
  }

  /// Ends one waiting call with the commands that are left.
  func endFinishing(_ attempt: FinishAttempt) {
    finishing.attempts.removeAll { $0 === attempt }
    guard !attempt.result.isGiven else { return }
    attempt.result.give(
      FinishResult(left: unfinishedCommands(except: attempt.run), hasStuckStep: false))
    attempt.isOver.give(())
  }

  private func unfinishedCommands(except caller: RunID?) -> [String] {
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
    let callers = Set(finishing.attempts.compactMap(\.run))
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
