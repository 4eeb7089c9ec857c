import Katana

/// Starts commands, and registers the runs that go on after their interpreter has returned. Used
/// inside of steps only.
final class CommandRunner {
  // Unchecked: used inside of steps only, and dynamic exclusivity checks are measurable here.
  @exclusivity(unchecked) private var routing: CommandRouting
  @exclusivity(unchecked) private var usedSubscriptions: SubscriptionStore?
  private let core: RuntimeCore
  @exclusivity(unchecked) private var live = RunTable<RunRecord>()
  /// A run that had not ended when ``hasLiveRuns(except:)`` was last called.
  private var lastLive: Run.ID?
  /// Whether all runs were cancelled. A run that is registered later, since its last message was
  /// still waiting, is cancelled immediately.
  private var hasEnded = false
  /// The first run that is not cancelled by ``dropCommands()``. Runs with a smaller id are dropped.
  /// This covers also the runs that were not registered then, because their messages were still
  /// waiting.
  @exclusivity(unchecked) private var firstKept: Run.ID?
  @exclusivity(unchecked) private var scopes = ScopeLifetimes()
  private var usedControls: ControlScheduler?
  /// The commands that wait for others of their list.
  @exclusivity(unchecked) private var waiting: [EarlierCommands] = []
  private let router: Router?

  /// - Throws: ``WiringError`` if one type has two interpreters, if an interpreter is for no command
  ///   type, or if one of the `effects` has no interpreter or several that accept it.
  init(
    _ interpreters: [Interpreter], core: RuntimeCore, router: Router? = nil,
    effects: [EffectType] = []
  ) throws(WiringError) {
    self.routing = CommandRouting(try RegisteredInterpreters(interpreters))
    self.core = core
    self.router = router
    if !effects.isEmpty { try routing.check(effects) }
  }

  /// Runs the subscriptions. Created at its first use, because many apps declare none.
  var subscriptions: SubscriptionStore {
    if let usedSubscriptions { return usedSubscriptions }
    let subscriptions = SubscriptionStore(
      core: core, interpreters: routing.interpreters, router: router)
    usedSubscriptions = subscriptions
    return subscriptions
  }

  /// The running subscriptions, in the order of their start.
  var runningSubscriptions: [any Subscription] { usedSubscriptions?.running ?? [] }

  /// Returns whether a message may have removed children for which commands run.
  func mayCloseScopes(_ message: any Message, _ router: Router) -> Bool {
    guard scopes.regions != 0 else { return false }
    return ScopedMessage.isAround(message)
      || router.regionsWritten(by: message) & scopes.regions != 0
  }

  /// The regions of the model that contain children for which commands run; see ``Route/written``.
  var openRegions: UInt64 { scopes.regions }

  /// Ends the lifetimes of the children that a message has removed from the model, and cancels
  /// their commands if their parts say so, the oldest first.
  func closeScopes(
    after message: any Message, _ router: Router, _ model: ReadPlace,
    _ lastIndices: LastIndices
  ) {
    let lives = scopes.close(after: message, router, model, lastIndices)
      .filter { isCancelledOnLeave($0.life, $0.gone, router) }.map(\.life)
    if lives.isEmpty { return }
    for life in lives { life.dropRuns() }
    for id in lives.flatMap(\.runs).sorted() { live[id]?.cancel() }
    usedControls?.cancelAll(of: lives)
    lookAtWaitingLater()
  }

  /// Returns whether a part cancels the commands of a lifetime because a child is gone.
  ///
  /// - Parameter gone: The number of steps in the address of the child that is gone: the child of
  ///   the lifetime, or one around it. The rules of the parts from that child inwards apply.
  private func isCancelledOnLeave(_ life: ScopeLifetime, _ gone: Int, _ router: Router) -> Bool {
    router.cancelsOnLeave(along: life.address, from: gone)
  }

  /// Called after the commands of a step have been started.
  func endStep() {
    usedControls?.endStep()
    scopes.forgetEnded()
  }

  /// Returns the lifetimes of all children that the address of a context covers; none if the address
  /// names a single child, or if the child of the context was gone before this step.
  func lives(in context: CommandContext) -> [ScopeLifetime] {
    guard let scope = context.scope, !isLongGone(scope) else { return [] }
    let address = canonical(context.effects.scope)
    return address.steps.contains { $0.id == nil } ? scopes.all(in: address) : []
  }

  /// Executes control commands. Created by the first of them.
  var controls: ControlScheduler {
    if let usedControls { return usedControls }
    let controls = ControlScheduler(core: core, runner: self)
    usedControls = controls
    return controls
  }

  /// Starts a command that an update has returned.
  func start(_ command: any Command, cause: UInt64, tracker: CompletionTracker?) {
    routing.route(of: command)._withUnsafeGuaranteedRef { route in
      // Without a context, which would take a retain.
      if route.kind == .interpreter {
        _ = perform(command, route, EffectContext(), in: nil, cause: cause, tracker)
      } else {
        start(command, route, at: CommandContext(cause: cause, tracker: tracker))
      }
    }
  }

  private func start(_ command: any Command, _ route: CommandRoute, at context: CommandContext) {
    switch route.kind {
    case .control: controls.start(command, route, at: context)
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
    while route.kind == .address, let wrapper = command as? any AddressWrapper {
      wrapper.enter(&context.effects, for: core.app)
      command = wrapper.content
      route = self.route(of: command).takeUnretainedValue()
    }
    if route.kind != .missing {
      context.scope = openScope(of: context.effects, command, context.cause)
    }
    start(command, route, at: context)
  }

  /// Returns the route of a command, which lives as long as the runner.
  func route(of command: any Command) -> Unmanaged<CommandRoute> { routing.route(of: command) }

  /// Starts a command that is part of a control command. Returns whether its interpreter was
  /// called.
  func startRun(of leaf: LeafNode) -> Bool {
    if leaf.route.kind == .interpreter {
      let context = leaf.context
      return perform(
        leaf.command, leaf.route, context.effects, in: context.scope, cause: context.cause,
        context.tracker, for: leaf, about: leaf.subject)
    }
    reportMissing(leaf.command, leaf.context)
    return false
  }

  /// Passes a command to its interpreter. Returns `false` if the step was abandoned.
  @inline(__always)
  private func perform(
    _ command: any Command, _ route: CommandRoute, _ context: EffectContext,
    in scope: ScopeLifetime?, cause: UInt64, _ tracker: CompletionTracker?,
    for leaf: LeafNode? = nil, about subject: ValueName? = nil
  ) -> Bool {
    let run = Run(
      core: core, type: route.type, command: subject ?? route.name(of: command), cause: cause,
      tracker: tracker, scope: scope)
    guard begin(run, route, leaf) else { return false }
    route.perform(command, run, context)
    if run.isOfTask || !run.hasQueuedMessages {
      // Held by this reference only, so that it can be told whether there are others.
      var sender: Sender = consume run
      keepTrack(of: &sender)
    }
    return true
  }

  /// Prepares the call of an interpreter. Returns `false` if the interpreter must not be called,
  /// because the step was abandoned.
  @inline(__always)
  private func begin(_ run: Run, _ route: CommandRoute, _ leaf: LeafNode?) -> Bool {
    if let leaf {
      if core.isStepAbandoned { return false }
      leaf.run = run.id
    }
    if route.hasUnreportedConflict {
      reportConflict(of: route)
      if core.isStepAbandoned { return false }
    }
    let events = core.events.flatMap { $0.wantsCommands ? $0 : nil }
    if leaf != nil || run.tracker != nil || events != nil { registerFromStart(run, leaf) }
    guard let events else { return true }
    events.started(run, in: run.scope?.address ?? .root)
    if !core.isStepAbandoned { return true }
    run.record.cancel()
    return false
  }

  /// Returns the lifetime of the child that a command belongs to; `nil` for the app itself.
  private func openScope(
    of context: EffectContext, _ command: any Command, _ cause: UInt64
  ) -> ScopeLifetime? {
    if context.isEmpty { return nil }
    let address = canonical(context.scope)
    if address.steps.isEmpty { return nil }
    let found = core.cycle?.find(address)
    if found == nil, let router, !router.hasPart(address) {
      let leaf = leaf(of: command)
      core.cycle?.reportUnreached(
        "The command \(ValueName(leaf).fullName)", type(of: leaf), in: address, cause: cause)
    }
    return scopes.enter(found ?? address, gone: found == nil ? gone(of: address) : nil, router)
  }

  /// Returns an address in the form in which the framework creates addresses.
  private func canonical(_ address: AnyAddress) -> AnyAddress {
    router?.canonical(address) ?? address
  }

  /// Returns the address of the outermost child that is not there, on the way to one that is not.
  private func gone(of address: AnyAddress) -> AnyAddress {
    for count in 1..<address.steps.count {
      let outer = address.prefix(count)
      if core.cycle?.find(outer) == nil { return outer }
    }
    return address
  }

  /// Returns the context of the command inside of a wrapper that changes where messages go.
  func enter(_ wrapper: any AddressWrapper, _ context: CommandContext) -> CommandContext {
    var context = context
    let own = context.effects.scope
    wrapper.enter(&context.effects, for: core.app)
    let address = context.effects.scope
    if address == own { return context }
    if let scope = context.scope, let gone = scope.gone, isLongGone(scope),
      router?.leads(address, into: gone) ?? true
    {
      context.scope = scope.inside(address)
      return context
    }
    context.scope = openScope(of: context.effects, wrapper.content, context.cause)
    // A step that starts commands forgets them at its end.
    if !controls.isInStep && !controls.isEndingStep { scopes.forgetEnded() }
    return context
  }

  /// Whether a child was gone before this step. It stays gone, and so do the children inside of it:
  /// other children may have their addresses by now.
  private func isLongGone(_ scope: ScopeLifetime) -> Bool {
    scope.isGone && !scopes.hasJustEnded(scope)
  }

  @inline(never)
  private func registerFromStart(_ run: Run, _ leaf: LeafNode?) {
    register(run, leaf)
    run.tracker?.began(run.id, run.name, partOf: leaf?.rootID)
  }

  private func reportMissing(_ command: any Command, _ context: CommandContext) {
    core.report(
      .noCommandInterpreter(
        command: "\(type(of: command))", cause: core.chain(of: context.cause)))
  }

  /// Reports that several interpreters accept a command, once for each type.
  private func reportConflict(of route: CommandRoute) {
    route.hasUnreportedConflict = false
    core.report(
      .overlappingInterpreters(
        command: "\(route.type)", names: route.interpreters.map(\.description)))
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
    core.cycle?.findCallers(in: record)
    // Its messages were still waiting when other runs were cancelled.
    if hasEnded || isDropped(run) { record.cancel() }
  }

  @discardableResult
  private func register(_ run: Run, _ leaf: LeafNode? = nil) -> RunRecord {
    run.isTracked = true
    run.scope?.runs.insert(run.id)
    let record = run.record
    record.leaf = leaf
    live.insert(record, for: run.id)
    return record
  }

  /// Notes that the run of a command has failed. Returns whether a control command handles the
  /// error.
  func failed(_ run: Run, _ error: any Error) -> Bool {
    core.events?.failed(run.id, error)
    // Only the first of several errors counts, such as those of two tasks; issues report the
    // others.
    guard let leaf = run.record.leaf, leaf.failure == nil else { return false }
    leaf.failure = CommandFailure(error: error, command: run.name)
    return true
  }

  /// Notes the failure of a command that has a message for its error. Returns whether a control
  /// command keeps the message; otherwise it must be sent now.
  func keepsAnswer(of run: Run, _ failure: AnsweredFailure) -> Bool {
    if run.isTracked, let leaf = run.record.leaf {
      run.isAnswerKept = leaf.controls.keepsAnswer(of: leaf, failure, run.name)
    } else {
      run.tracker?.failed(
        CommandFailure(error: failure.error, command: run.name, isAnswered: true))
    }
    return run.isAnswerKept
  }

  /// Called before a message from a member of a `Race` is handled.
  func willHandleMessage(from sender: Sender) {
    if let leaf = sender.run?.record.leaf { leaf.controls.willHandleMessage(from: leaf) }
  }

  /// Returns the record of a run; `nil` if it is not registered.
  func record(_ id: Run.ID) -> RunRecord? { live[id] }

  /// Whether no run belongs to a control command, and no child holds one; for tests.
  var hasNoLeaves: Bool { !live.contains { _, run in run.leaf != nil } && scopes.holdNoControls }

  func finished(_ run: RunRecord) {
    live.remove(run.id)
    run.scope?.runs.remove(run.id)
    core.events?.finished(run.id)
    if let leaf = run.leaf.take() { leaf.controls.runEnded(leaf) }
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
    if !waiting.isEmpty { core.post { $0.runner.performWaiting() } }
  }

  private func performWaiting() {
    let due = waiting.filter { !isWaiting($0) }
    waiting.removeAll { !isWaiting($0) }
    for waiter in due where !waiter.isCancelled { waiter.action() }
  }

  private func isWaiting(_ waiter: EarlierCommands) -> Bool {
    !waiter.isCancelled
      && (live.contains { waiter.include($1) } || usedControls?.has(waiter) ?? false)
  }

  func hasLiveRuns(except callers: Set<Run.ID>) -> Bool {
    let isLive = { (id: Run.ID, run: RunRecord) in
      !callers.contains(id) && !run.withLife(\.hasEnded)
    }
    // Looked at first, because this is asked at the end of each run while a shutdown waits.
    if let id = lastLive, let run = live[id], isLive(id, run) { return true }
    lastLive = live.first(where: isLive)
    return lastLive != nil
  }

  /// Returns the run to which a task belongs.
  func run(performedBy task: Int) -> Run.ID? {
    live.all.first { $0.value.withLife { $0.isPerformed(by: task) } }?.key
  }

  /// Returns the registered runs that have not ended, in the order of their start.
  func liveRuns(except: Set<Run.ID>) -> [RunRecord] {
    live.inOrder.filter { !except.contains($0.id) && !$0.withLife(\.hasEnded) }
  }

  /// Cancels all commands that run or wait, drops their messages, and ends the lifetimes of all
  /// children. Later commands start normally.
  func dropCommands() {
    firstKept = Run.ID.next()
    usedControls?.cancelAll()
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
    usedControls?.stopAll()
    for run in liveRuns(except: []) { run.cancel() }
    // A dispatcher that an interpreter keeps must not keep the interpreter.
    for run in live.inOrder { run.leaf = nil }
    waiting = []
    usedSubscriptions?.stopAll()
  }
}

extension RuntimeCore {
  /// Returns the chain of causes of a message for an issue, as far as it is known: the last 20, since
  /// a chain may have as many messages as the history holds.
  func chain(of number: UInt64) -> String {
    if number == 0 { return "the start of the runtime" }
    return history?.chain(of: number, last: 20)
      ?? "message \(number); give the runtime `history: History()` to see its name and causes"
  }
}
