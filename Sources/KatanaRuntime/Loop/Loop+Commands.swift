import Katana

/// How commands start: those of a step, and those that a control command begins.
extension Loop {
  /// Starts commands in their order, then what waits for the end of the step.
  func start(_ commands: [any Command], cause: UInt64, _ tracker: CompletionTracker?) {
    for command in commands { start(command, cause: cause, tracker) }
    if activities.hasTurnsAfterCommands {
      isEndingStep = true
      activities.react(to: .stepEnded)
      isEndingStep = false
    }
    forgetEnded()
  }

  /// Starts a command that an update has returned.
  func start(_ command: any Command, cause: UInt64, _ tracker: CompletionTracker?) {
    var command = command
    var context = CommandContext(cause: cause, tracker: tracker)
    var route = routing.route(of: command)
    if route.kind == .address {
      // Decided by the route first, because a cast searches all conformances of the app once for each
      // type.
      while route.kind == .address, let layered = command.exactly(LayeredCommand.self) {
        context.effects.enter(layered.layer, for: core.app)
        command = layered.content
        route = routing.route(of: command)
      }
      if route.kind != .missing { context.scope = openScope(of: context, for: command) }
    }
    switch route.kind {
    case .interpreter: _ = perform(command, route, context)
    case .control: startControl(command, context)
    case .missing: reportMissing(command, context)
    case .address: preconditionFailure("all layers are removed")
    }
  }

  private func startControl(_ command: any Command, _ context: CommandContext) {
    let id = RunID.next()
    context.tracker?.began(id, ValueName(leaf(of: command)))
    isStarting = true
    activities.react(to: .start(command, context, as: id))
    isStarting = false
  }

  /// Passes a command to its interpreter. Returns `nil` if the step was abandoned.
  ///
  /// - Parameter performed: The activity that the run performs; `nil` if it belongs to no control command.
  private func perform(
    _ command: any Command, _ route: CommandRoute, _ context: CommandContext,
    as performed: PerformedActivity? = nil
  ) -> RunID? {
    let run = Run(route.type, performed?.subject ?? route.name(of: command), context, in: core)
    if let performed {
      run.activity = (performed.activity, performed.root)
      run.isInRace = performed.isInRace
    }
    let sender = CommandSender(run)
    guard core.call({ begin(run, route) }) != nil,
      core.call({ route.perform(command, sender, context.effects) }) != nil
    else {
      if run.isTracked { run.cancel() }
      return nil
    }
    if run.isOfTask || !sender.hasQueuedMessages {
      // Held by this reference only, so that it can be told whether there are others.
      var last: Sender = consume sender
      keepTrack(of: &last)
    }
    return run.id
  }

  /// Prepares the call of an interpreter.
  private func begin(_ run: Run, _ route: CommandRoute) {
    if route.hasUnreportedConflict { reportConflict(of: route) }
    let events = events.flatMap { $0.wants(.commands) ? $0 : nil }
    if run.activity != nil || run.tracker != nil || run.scope != nil || events != nil {
      register(run)
      run.tracker?.began(run.id, run.name, partOf: run.activity?.root)
    }
    events?.started(run.id, run.ownName, cause: run.cause, in: run.scope?.address ?? .root)
  }

  private func reportMissing(_ command: any Command, _ context: CommandContext) {
    core.report(
      .noCommandInterpreter(of: type(of: command), cause: core.chain(of: context.cause)))
  }

  /// Reports that several interpreters accept a command, once for each type.
  private func reportConflict(of route: CommandRoute) {
    route.hasUnreportedConflict = false
    core.report(
      .overlappingInterpreters(
        command: "\(route.type)", names: route.interpreters.map { "\($0)" }))
  }
}

/// What the control commands do to the world. They must not be used meanwhile: that would change their
/// table under a function that reads it, which Swift's checks of exclusive access would not allow.
extension Loop: ActivityWorld {
  var now: Duration { core.clock.now }

  func schedule(_ timer: ActivityTimer, after duration: Duration) -> ScheduledAction {
    // Called as a job, while the loop is there.
    core.schedule(after: duration) { [unowned self] in activities.react(to: .fired(timer)) }
  }

  func perform(_ command: any Command, _ context: CommandContext, _ performed: PerformedActivity)
    -> RunID?
  {
    if !isStarting && core.isClosed { return nil }
    let route = routing.route(of: command)
    if route.kind == .interpreter { return perform(command, route, context, as: performed) }
    reportMissing(command, context)
    return nil
  }

  func cancel(_ run: RunID) -> Bool {
    guard let run = runs[run] else { return false }
    run.cancel()
    return run.neverBegins
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
    checkFinished()
    lookAtWaitingLater()
  }

  func tell(
    _ step: CommandEvent.Step, of name: @autoclosure () -> ValueName, _ context: CommandContext,
    wait: UInt64
  ) -> UInt64 {
    guard let events, wait != 0 || events.wants(.commands) else { return 0 }
    let number = wait == 0 ? events.nextID() : wait
    var step = step
    if case .cancelled = step { step = .cancelled(by: events.causingMessage) }
    events.command(
      number, name(), cause: context.cause, in: context.scope?.address ?? context.effects.scope,
      step)
    return number
  }
}
