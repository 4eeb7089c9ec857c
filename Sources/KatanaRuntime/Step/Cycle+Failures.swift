import Katana

/// Commands that fail, and commands that wait for others.
extension Cycle {
  func failed(_ sender: Sender, _ error: any Error) {
    if sender.isSilenced || runner.isDropped(sender) { return }
    if let run = sender as? Run {
      if runner.failed(run, error) { return }
      run.tracker?.failed(CommandFailure(error: error, command: run.name))
    }
    core.report(
      error, of: sender.command?.fullName ?? "\(sender.origin)", cause: sender.cause)
  }

  /// Notes that a command has failed, and handles the message that tells the app, unless a control
  /// command keeps it.
  func failed(_ run: Run, _ failure: AnsweredFailure, _ context: EffectContext) {
    // Asked first, because the answer may cancel its own command.
    let hasFailed = !run.isSilenced && !runner.isDropped(run)
    // A message of a cancelled command is dropped and counted, as all of its messages are.
    if !hasFailed || !runner.keepsAnswer(of: run, failure) {
      var message = QueuedMessage(
        context.wrap(failure.message.message, for: core.app),
        from: SendSite(run, failure.message.file, failure.message.line))
      run.messageIsQueued()
      handle(&message)
    }
    if hasFailed { events?.failed(run.id, failure.error) }
  }

  func wait(
    beforeCommandOf run: Run, ignoring ignored: any Command.Type,
    _ action: @escaping @Sendable () -> Void
  ) {
    let whole = runner.context(around: run)
    runner.wait(EarlierCommands(before: run, in: whole, ignoring: ignored, action))
  }
}
