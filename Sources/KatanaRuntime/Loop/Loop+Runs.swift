import Katana

/// The runs that go on after their interpreter has returned: how they are known, fail and end, and what
/// waits for them.
extension Loop {
  /// Returns whether messages of a sender are dropped: it was cancelled or removed, or belongs to a run
  /// that ``dropCommands()`` has dropped, or that was cancelled because its child is gone.
  func isSilenced(_ sender: Sender) -> Bool {
    if sender.isSilenced { return true }
    let firstOfChild = sender.scope?.firstKept
    if firstKept == nil && firstOfChild == nil { return false }
    guard let run = sender.run else { return false }
    return firstKept.map { run.id < $0 } ?? false || firstOfChild.map { run.id < $0 } ?? false
  }

  /// Registers a run that goes on. It has a task, or its dispatcher is still held after its interpreter
  /// has returned and its messages have been handled. Most runs end before that, and are never
  /// registered.
  func keepTrack(of sender: inout Sender) {
    guard sender.isOfCommand, let run = sender.run, !run.isTracked,
      run.isOfTask || !isKnownUniquelyReferenced(&sender)
    else { return }
    register(run)
    findCallers(in: run)
    // Its messages were still waiting when other runs were cancelled.
    if hasEnded || isSilenced(sender) { run.cancel() }
  }

  func register(_ run: Run) {
    run.isTracked = true
    run.scope?.runs.insert(run.id)
    runs[run.id] = run
  }

  /// Called when a registered run has ended, and its messages were handled.
  func finished(_ run: Run) {
    runs[run.id] = nil
    run.scope?.ended(run.id)
    events?.finished(run.id)
    if let activity = run.activity {
      run.activity = nil
      activities.react(to: .ended(activity.id, run.outcome))
    }
    if !waiting.isEmpty { performWaiting() }
    // Once the runtime is closed, messages of the run may have been dropped, so nothing settles.
    if !core.isClosed { run.tracker?.ended(run.id) }
    endWhenQuiet()
    checkFinished()
  }

  // MARK: Failures

  /// Notes that a command has failed, or another sender.
  func failed(_ sender: Sender, _ error: any Error) {
    if isSilenced(sender) { return }
    if let run = sender.run, sender.isOfCommand {
      if isHandled(error, of: run) { return }
      run.tracker?.failed(CommandFailure(error: error, command: run.name))
    }
    core.report(
      error, of: sender.command?.fullName ?? "\(sender.origin)", cause: sender.cause)
  }

  /// Returns whether a control command handles the error of a run.
  private func isHandled(_ error: any Error, of run: Run) -> Bool {
    events?.failed(run.id, error)
    // Only the first of several errors counts, such as those of two tasks; issues report the others.
    guard !hasEnded, run.activity != nil, run.failure == nil else { return false }
    run.failure = CommandFailure(error: error, command: run.name)
    return true
  }

  /// Notes that a command has failed, and handles the message that tells the app, unless a control
  /// command keeps it.
  func failed(_ sender: Sender, _ run: Run, _ failure: AnsweredFailure, _ context: EffectContext) {
    // Asked first, because the answer may cancel its own command.
    let hasFailed = !isSilenced(sender)
    // A message of a cancelled command is dropped and counted, as all of its messages are.
    if !hasFailed || !keepsAnswer(of: run, failure) {
      var message = QueuedMessage(
        context.wrap(failure.message.message, for: core.app),
        from: SendSite(sender, failure.message.file, failure.message.line))
      sender.messageIsQueued()
      step(&message)
    }
    if hasFailed { events?.failed(run.id, failure.error) }
  }

  /// Returns whether a control command keeps the message for an error; otherwise it must be sent now.
  private func keepsAnswer(of run: Run, _ failure: AnsweredFailure) -> Bool {
    let cause = CommandFailure(error: failure.error, command: run.name, isAnswered: true)
    guard !hasEnded, let activity = run.activity else {
      run.tracker?.failed(cause)
      return run.isAnswerKept
    }
    guard run.failure?.isAnswered ?? true else { return false }
    run.failure = run.failure ?? cause
    let answer = activities.keep(failure, of: activity.id, named: run.name)
    if let answer { run.answers.append(answer) }
    run.isAnswerKept = answer != nil
    return run.isAnswerKept
  }

  // MARK: What waits for the commands before it

  /// Performs an action when the commands before that of a run have ended.
  func wait(
    beforeCommandOf run: Run, ignoring ignored: any Command.Type,
    _ action: @escaping @Sendable () -> Void
  ) {
    // Once the runtime is closed, no command begins.
    if hasEnded { return }
    let whole = run.activity.flatMap { activities.context(of: $0.root) }
    waiting.append(EarlierCommands(before: run, in: whole, ignoring: ignored, action))
    performWaiting()
  }

  /// Looks after the current event whether the commands have ended for which others wait. Called when
  /// something has ended or was cancelled that may have no run.
  func lookAtWaitingLater() {
    if !waiting.isEmpty { core.post { [self] in performWaiting() } }
  }

  private func performWaiting() {
    let due = waiting.filter { !isWaiting($0) }
    waiting.removeAll { !isWaiting($0) }
    for waiter in due where !waiter.isCancelled { waiter.action() }
  }

  private func isWaiting(_ waiter: EarlierCommands) -> Bool {
    !waiter.isCancelled
      && (runs.values.contains { waiter.include($0) }
        || activities.contains { waiter.include($0, in: $1) })
  }

  // MARK: Looking at them

  /// The registered runs that have not ended, in the order of their start.
  func liveRuns(except callers: Set<RunID> = []) -> [Run] {
    runs.values.filter { !callers.contains($0.id) && !$0.hasEnded }.sorted { $0.id < $1.id }
  }

  func hasLiveRuns(except callers: Set<RunID>) -> Bool {
    let isLive = { (run: Run) in !callers.contains(run.id) && !run.hasEnded }
    // Looked at first, because this is asked at the end of each run while a shutdown waits.
    if let lastLive, let run = runs[lastLive], isLive(run) { return true }
    lastLive = runs.values.first(where: isLive)?.id
    return lastLive != nil
  }

  /// Returns whether control commands go on, except those that contain the given runs.
  func hasControlCommands(except callers: Set<RunID>) -> Bool {
    let own = Set(callers.compactMap { runs[$0]?.activity?.root })
    return activities.contains { root, _ in !own.contains(root) }
  }

  /// Returns the run to which a task belongs.
  func run(performedBy task: Int) -> RunID? {
    runs.values.first { $0.isPerformed(by: task) }?.id
  }

  /// Whether nothing is left of control commands; for tests.
  var hasNoActivities: Bool {
    var isEmpty = activities.isEmpty && !runs.values.contains { $0.activity != nil }
    children.forEach { if !$0.activities.isEmpty { isEmpty = false } }
    return isEmpty
  }
}

extension Run {
  /// How the command that the run performs has ended.
  fileprivate var outcome: Activity.Outcome {
    if isRefused { return .cancelled }
    return failure.map { .failed(Activity.Failure(cause: $0, answers: answers)) } ?? .finished
  }
}
