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
          .interpreterThrew(
            command: failure.cause.command.fullName, error: failure.cause.error,
            cause: core.chain(of: context.cause)))
      }
    }
    context.tracker?.ended(root)
    lookAtWaitingLater()
  }

  func report(_ problem: QueueProblem, cause: UInt64) {
    let cause = core.chain(of: cause)
    switch problem {
    case .circle(let waiting):
      core.report(
        .queuesWaitForEachOther(
          waiting: waiting.map { ($0.name.fullName, $0.key.text) }, cause: cause))
    case .heldPlace(let waiting, let key, let cancelled):
      core.report(
        .cancelledCommandHoldsPlace(
          waiting: waiting.fullName, for: key.text, cancelled: cancelled.map(\.fullName),
          seconds: 10,
          cause: cause))
    }
  }

  func tell(
    _ news: CommandNews, of name: @autoclosure () -> ValueName, _ context: CommandContext,
    wait: UInt64
  ) -> UInt64 {
    guard let events = core.events, wait != 0 || events.wantsCommands else { return 0 }
    let number = wait == 0 ? events.nextID() : wait
    let step: CommandEvent.Step =
      switch news {
      case .waits(let due): due.map { .delayed(until: $0) } ?? .queued
      case .resumed: .resumed
      case .cancelled: .cancelled(by: events.causingMessage)
      case .retried(let count): .retried(count: count)
      }
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
