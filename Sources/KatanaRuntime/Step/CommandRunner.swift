import Katana

/// Starts commands, and registers the runs that go on after their interpreter has returned. Used
/// inside of steps only.
final class CommandRunner: @unchecked Sendable {
  // Sendable, because it is used inside of steps only. For the same reason, the state used most needs
  // no dynamic exclusivity checks, which are measurable here.
  @exclusivity(unchecked) private var routing: CommandRouting
  @exclusivity(unchecked) private var usedSubscriptions: SubscriptionStore?
  let core: RuntimeCore
  @exclusivity(unchecked) private var live = RunTable<RunRecord>()
  /// A run that had not ended when ``hasLiveRuns(except:)`` was last called.
  private var lastLive: RunID?
  /// Whether all runs were cancelled. A run that is registered later, since its last message was
  /// still waiting, is cancelled immediately.
  private(set) var hasEnded = false
  /// The first run that is not cancelled by ``dropCommands()``. Runs with a smaller id are dropped.
  /// This covers also the runs that were not registered then, because their messages were still
  /// waiting.
  @exclusivity(unchecked) private var firstKept: RunID?
  @exclusivity(unchecked) private var scopes = ScopeLifetimes()
  /// The control commands in flight.
  @exclusivity(unchecked) private(set) var activities = Activities<CommandRunner>()
  /// Whether the control commands react to an event now. What they do must not come back to them: it
  /// would change their table under a function that reads it.
  private var isReacting = false
  /// Whether a step is starting a control command. After a request to shut down, commands may start
  /// only then, not because another command has ended or a timer has fired.
  private var isStarting = false
  /// Whether the turns are taken that come after the commands of a step.
  private var isEndingStep = false
  /// The commands that wait for others of their list.
  @exclusivity(unchecked) private var waiting: [EarlierCommands] = []
  private let router: Router
  private let providerCount: Int

  /// - Parameter errors: What else is wrong.
  /// - Throws: ``WiringError`` if one type has two interpreters, if one of the `effects` has no
  ///   interpreter or several that accept it, or if there are other `errors`.
  init(
    _ interpreters: [Interpreter], core: RuntimeCore, router: Router, providers: Int,
    effects: [EffectType], errors: [WiringError]
  ) throws(WiringError) {
    self.routing = CommandRouting(RegisteredInterpreters(interpreters))
    self.core = core
    self.router = router
    providerCount = providers
    if let error = WiringError.all(routing.errors(effects) + errors) { throw error }
    activities.world = self
  }

  /// Runs the subscriptions. Created at its first use, because many apps declare none.
  var subscriptions: SubscriptionStore {
    if let usedSubscriptions { return usedSubscriptions }
    let subscriptions = SubscriptionStore(
      core: core, router: router, providers: providerCount, factory: routing.interpreters.factory)
    usedSubscriptions = subscriptions
    return subscriptions
  }

  /// The running subscriptions, in the order of their start.
  var runningSubscriptions: [any Subscription] { usedSubscriptions?.running ?? [] }

  /// Returns whether a message may have removed children for which commands run.
  func mayCloseScopes(_ message: any Message) -> Bool {
    hasOpenScopes
      && (ScopedMessage.isAround(message) || router.writes(scopes.extents, by: message))
  }

  /// Returns whether the updaters of a route may have removed children for which commands run.
  @inline(__always)
  func mayCloseScopes(_ route: Route) -> Bool { hasOpenScopes && route.writes(scopes.extents) }

  /// Whether there are children for which commands run.
  var hasOpenScopes: Bool { !scopes.extents.isEmpty }

  /// Ends the lifetimes of the children that a message has removed from the model, and cancels
  /// their commands if their parts say so, the oldest first.
  func closeScopes(
    after message: any Message, _ model: ReadPlace, _ lastIndices: LastIndices
  ) {
    // The rules of the parts from the child that is gone inwards apply, which may be one around the
    // child of the lifetime.
    let lives = scopes.close(after: message, router, model, lastIndices)
      .filter { router.cancelsOnLeave(along: $0.life.address, from: $0.gone) }.map(\.life)
    if lives.isEmpty { return }
    for life in lives { life.dropRuns() }
    for id in lives.flatMap(\.runs).sorted() { live[id]?.cancel() }
    react(to: .left(lives))
    lookAtWaitingLater()
  }

  /// Called after the commands of a step have been started.
  func endStep() {
    if activities.hasTurnsAfterCommands {
      isEndingStep = true
      react(to: .stepEnded)
      isEndingStep = false
    }
    scopes.forgetEnded()
  }

  func justEnded(in context: CommandContext) -> [ScopeLifetime] {
    guard let scope = context.scope, !isLongGone(scope) else { return [] }
    let address = context.effects.scope
    return address.steps.contains { $0.id == nil } ? scopes.justEnded(in: address) : []
  }

  /// Tells the control commands what has happened.
  func react(to event: consuming ActivityEvent) {
    assert(!isReacting, "control commands are called back")
    isReacting = true
    activities.react(to: consume event)
    isReacting = false
  }

  /// Starts a command that an update has returned.
  func start(_ command: any Command, cause: UInt64, tracker: CompletionTracker?) {
    let route = routing.route(of: command)
    // Without a context, which would take a retain.
    if route.kind == .interpreter {
      _ = perform(command, route, EffectContext(), in: nil, cause: cause, tracker)
    } else {
      start(command, route, at: CommandContext(cause: cause, tracker: tracker))
    }
  }

  private func start(_ command: any Command, _ route: CommandRoute, at context: CommandContext) {
    switch route.kind {
    case .control: startControl(command, context)
    case .interpreter:
      _ = perform(
        command, route, context.effects, in: context.scope, cause: context.cause, context.tracker)
    case .address: startInside(of: command, route, at: context)
    case .missing: reportMissing(command, context)
    }
  }

  /// Starts the command inside of wrappers that change where its messages go.
  private func startInside(
    of wrapper: any Command, _ route: CommandRoute, at context: CommandContext
  ) {
    var (command, route, context) = (wrapper, route, context)
    // Decided by the route first, because a cast searches all conformances of the app once for each
    // type.
    while route.kind == .address, let layered = command.exactly(LayeredCommand.self) {
      context.effects.enter(layered.layer, for: core.app)
      command = layered.content
      route = routing.route(of: command)
    }
    if route.kind != .missing {
      context.scope = openScope(of: context.effects, command, context.cause)
    }
    start(command, route, at: context)
  }

  private func startControl(_ command: any Command, _ context: CommandContext) {
    let id = RunID.next()
    context.tracker?.began(id, ValueName(leaf(of: command)))
    isStarting = true
    react(to: .start(command, context, as: id))
    isStarting = false
  }

  /// Performs a command that is part of a control command.
  func perform(_ command: any Command, _ context: CommandContext, _ part: PerformedPart) -> RunID? {
    if !isStarting && core.isClosed { return nil }
    let route = routing.route(of: command)
    if route.kind == .interpreter {
      return perform(
        command, route, context.effects, in: context.scope, cause: context.cause, context.tracker,
        as: part)
    }
    reportMissing(command, context)
    return nil
  }

  /// Passes a command to its interpreter. Returns `nil` if the step was abandoned.
  @inline(__always)
  private func perform(
    _ command: any Command, _ route: CommandRoute, _ context: EffectContext,
    in scope: ScopeLifetime?, cause: UInt64, _ tracker: CompletionTracker?,
    as part: PerformedPart? = nil
  ) -> RunID? {
    let run = Run(
      core: core, type: route.type, command: part?.subject ?? route.name(of: command),
      cause: cause, tracker: tracker, scope: scope)
    guard core.call({ begin(run, route, part) }) != nil,
      core.call({ route.perform(command, run, context) }) != nil
    else {
      if run.isTracked { run.record.cancel() }
      return nil
    }
    let id = run.id
    if run.isOfTask || !run.hasQueuedMessages {
      // Held by this reference only, so that it can be told whether there are others.
      var sender: Sender = consume run
      keepTrack(of: &sender)
    }
    return id
  }

  /// Prepares the call of an interpreter.
  @inline(__always)
  private func begin(_ run: Run, _ route: CommandRoute, _ part: PerformedPart?) {
    if route.hasUnreportedConflict { reportConflict(of: route) }
    let events = core.events.flatMap { $0.wants(.commands) ? $0 : nil }
    if part != nil || run.tracker != nil || events != nil { registerFromStart(run, part) }
    events?.started(run.id, run.ownName, cause: run.cause, in: run.scope?.address ?? .root)
  }

  /// Returns the lifetime of the child that a command belongs to; `nil` for the app itself.
  private func openScope(
    of context: EffectContext, _ command: any Command, _ cause: UInt64
  ) -> ScopeLifetime? {
    if context.isEmpty { return nil }
    let address = context.scope
    if address.steps.isEmpty { return nil }
    let found = core.steps?.find(address)
    if found == nil, !router.hasPart(address) {
      let leaf = leaf(of: command)
      core.steps?.reportUnreached(
        "The command \(ValueName(leaf).fullName)", type(of: leaf), in: address, cause: cause)
    }
    return scopes.enter(found ?? address, gone: found == nil ? gone(of: address) : nil, router)
  }

  /// Returns the address of the outermost child that is not there, on the way to one that is not.
  private func gone(of address: AnyAddress) -> AnyAddress {
    for count in 1..<address.steps.count {
      let outer = address.prefix(count)
      if core.steps?.find(outer) == nil { return outer }
    }
    return address
  }

  /// Returns the context of the command inside of a wrapper that changes where messages go.
  func enter(_ layered: LayeredCommand, _ context: CommandContext) -> CommandContext {
    var context = context
    let own = context.effects.scope
    context.effects.enter(layered.layer, for: core.app)
    let address = context.effects.scope
    if address == own { return context }
    if let scope = context.scope, let gone = scope.gone, isLongGone(scope),
      address.leads(into: gone)
    {
      context.scope = scope.inside(address)
      return context
    }
    context.scope = openScope(of: context.effects, layered.content, context.cause)
    // A step that starts commands forgets them at its end.
    if !isStarting && !isEndingStep { scopes.forgetEnded() }
    return context
  }

  /// Whether a child was gone before this step. It stays gone, and so do the children inside of it:
  /// other children may have their addresses by now.
  private func isLongGone(_ scope: ScopeLifetime) -> Bool {
    scope.isGone && !scopes.hasJustEnded(scope)
  }

  @inline(never)
  private func registerFromStart(_ run: Run, _ part: PerformedPart?) {
    let record = register(run)
    if let part { (record.part, record.isInRace) = ((part.activity, part.root), part.isInRace) }
    run.tracker?.began(run.id, run.name, partOf: part?.root)
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

  /// Registers a run that goes on. It has a task, or its dispatcher is still held after its
  /// interpreter has returned and its messages have been handled. Most runs end before that, and
  /// are never registered.
  func keepTrack(of sender: inout Sender) {
    if sender.isTracked || !sender.isOfTask && isKnownUniquelyReferenced(&sender) { return }
    registerLate(sender)
  }

  @inline(never)
  private func registerLate(_ sender: Sender) {
    if !sender.isRun { return }
    let run = unsafeDowncast(sender, to: Run.self)
    let record = register(run)
    core.steps?.findCallers(in: record)
    // Its messages were still waiting when other runs were cancelled.
    if hasEnded || isDropped(run) { record.cancel() }
  }

  private func register(_ run: Run) -> RunRecord {
    run.isTracked = true
    run.scope?.runs.insert(run.id)
    let record = run.record
    live.insert(record, for: run.id)
    return record
  }

  /// Notes that the run of a command has failed. Returns whether a control command handles the
  /// error.
  func failed(_ run: Run, _ error: any Error) -> Bool {
    core.events?.failed(run.id, error)
    // Only the first of several errors counts, such as those of two tasks; issues report the
    // others.
    let record = run.record
    guard !hasEnded, record.part != nil, record.failure == nil else { return false }
    record.failure = CommandFailure(error: error, command: run.name)
    return true
  }

  /// Notes the failure of a command that has a message for its error. Returns whether a control
  /// command keeps the message; otherwise it must be sent now.
  func keepsAnswer(of run: Run, _ failure: AnsweredFailure) -> Bool {
    let cause = CommandFailure(error: failure.error, command: run.name, isAnswered: true)
    guard !hasEnded, run.isTracked, let part = run.record.part else {
      run.tracker?.failed(cause)
      return run.isAnswerKept
    }
    let record = run.record
    guard record.failure?.isAnswered ?? true else { return false }
    record.failure = record.failure ?? cause
    let answer = activities.keep(failure, of: part.activity, named: run.name)
    if let answer { record.answers.append(answer) }
    run.isAnswerKept = answer != nil
    return run.isAnswerKept
  }

  /// Called before a message from a member of a `Race` is handled.
  func willHandleMessage(from sender: Sender) {
    if let part = sender.run?.record.part { react(to: .heard(part.activity)) }
  }

  /// Cancels a run. Returns whether its interpreter will never be called.
  func cancel(_ run: RunID) -> Bool {
    guard let record = live[run] else { return false }
    record.cancel()
    return record.neverBegins
  }

  /// Returns the context of the control command around a run; `nil` if there is none.
  func context(around run: Run) -> CommandContext? {
    run.record.part.flatMap { activities.context(of: $0.root) }
  }

  /// Whether nothing is left of control commands; for tests.
  var hasNoActivities: Bool {
    !live.contains { _, run in run.part != nil } && scopes.holdNoActivities && activities.isEmpty
  }

  func finished(_ run: RunRecord) {
    live.remove(run.id)
    run.scope?.runs.remove(run.id)
    core.events?.finished(run.id)
    if let part = run.part.take() { react(to: .ended(part.activity, run.outcome)) }
    if !waiting.isEmpty { performWaiting() }
  }

  /// Performs an action when the commands before it have ended.
  func wait(_ new: EarlierCommands) {
    // Once the runtime is closed, no command begins.
    if hasEnded { return }
    waiting.append(new)
    performWaiting()
  }

  /// Looks after the current event whether the commands have ended for which others wait. Called
  /// when something has ended or was cancelled that may have no run.
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
      && (live.contains { waiter.include($1) }
        || activities.contains { waiter.include($0, in: $1) })
  }

  /// Returns whether control commands go on, except those that contain the given runs.
  func hasControlCommands(except callers: Set<RunID>) -> Bool {
    let own = Set(callers.compactMap { live[$0]?.part?.root })
    return activities.contains { root, _ in !own.contains(root) }
  }

  func hasLiveRuns(except callers: Set<RunID>) -> Bool {
    let isLive = { (id: RunID, run: RunRecord) in
      !callers.contains(id) && !run.withLife(\.hasEnded)
    }
    // Looked at first, because this is asked at the end of each run while a shutdown waits.
    if let id = lastLive, let run = live[id], isLive(id, run) { return true }
    lastLive = live.first(where: isLive)
    return lastLive != nil
  }

  /// Returns the run to which a task belongs.
  func run(performedBy task: Int) -> RunID? {
    live.all.first { $0.value.withLife { $0.isPerformed(by: task) } }?.key
  }

  /// Returns the registered runs that have not ended, in the order of their start.
  func liveRuns(except: Set<RunID>) -> [RunRecord] {
    live.inOrder.filter { !except.contains($0.id) && !$0.withLife(\.hasEnded) }
  }

  /// Cancels all commands that run or wait, drops their messages, and ends the lifetimes of all
  /// children. Later commands start normally.
  func dropCommands() {
    firstKept = RunID.next()
    react(to: .cancelAll)
    for run in liveRuns(except: []) { run.cancel() }
    scopes.closeAll()
    lookAtWaitingLater()
  }

  /// Returns whether a sender belongs to a run that ``dropCommands()`` has dropped, or that was
  /// cancelled because its child is gone.
  @inline(__always)
  func isDropped(_ sender: Sender) -> Bool {
    let firstOfChild = sender.scope?.firstKept
    if firstKept == nil && firstOfChild == nil { return false }
    guard let run = sender.run else { return false }
    return firstKept.map { run.id < $0 } ?? false || firstOfChild.map { run.id < $0 } ?? false
  }

  /// Cancels all commands, drops their messages, and stops all subscriptions.
  func cancelAll() {
    hasEnded = true
    assert(!isReacting, "control commands are called back")
    activities.stop()
    for run in liveRuns(except: []) { run.cancel() }
    waiting = []
    usedSubscriptions?.stopAll()
  }
}
