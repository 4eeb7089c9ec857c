import Katana

/// The world of the control commands. Its functions must not use these.
extension CommandRunner: ActivityWorld {
  var now: Duration { core.clock.now }

  func schedule(_ timer: ActivityTimer, after duration: Duration) -> ScheduledAction {
    // Called as a job, while the steps are there, and so is this.
    core.schedule(after: duration) { [unowned self] in react(to: .fired(timer)) }
  }

  func ended(_ root: RunID, _ outcome: Activity.Outcome, _ context: CommandContext) {
    if case .failed(let failure) = outcome {
      context.tracker?.failed(failure.cause)
      if !failure.cause.isAnswered {
        core.report(
          failure.cause.error, of: failure.cause.command.fullName, cause: context.cause)
      }
    }
    // Once the runtime is closed, the command may not have begun, so nothing settles.
    if !core.isClosed { context.tracker?.ended(root) }
    core.steps?.checkFinished()
    lookAtWaitingLater()
  }

  func tell(
    _ step: CommandEvent.Step, of name: @autoclosure () -> ValueName, _ context: CommandContext,
    wait: UInt64
  ) -> UInt64 {
    guard let events = core.events, wait != 0 || events.wants(.commands) else { return 0 }
    let number = wait == 0 ? events.nextID() : wait
    var step = step
    if case .cancelled = step { step = .cancelled(by: events.causingMessage) }
    events.command(
      number, name(), cause: context.cause, in: context.scope?.address ?? context.effects.scope,
      step)
    return number
  }
}

extension RunRecord {
  /// How the command that the run performs has ended.
  var outcome: Activity.Outcome {
    if isRefused { return .cancelled }
    return failure.map { .failed(Activity.Failure(cause: $0, answers: answers)) } ?? .finished
  }
}
