import Katana

/// Starts commands and keeps track of those that run on. Used inside the runtime's steps only.
final class CommandRunner {
  // Unchecked: used inside only, and a dynamic check costs 12 ns for each command.
  @exclusivity(unchecked) private var routing: CommandRouting
  let subscriptions: SubscriptionStore
  private let core: RuntimeCore
  @exclusivity(unchecked) private var live: [Run.ID: WeakRun] = [:]
  /// Whether everything was cancelled: a run whose last message comes in later is cancelled then.
  private var hasEnded = false
  /// What was started before this was cancelled, when the model became another one: also the runs that
  /// are not registered, since their messages were on their way.
  @exclusivity(unchecked) private var firstKept: Run.ID?
  @exclusivity(unchecked) private var scopes = ScopeLifetimes()
  private var usedControls: ControlScheduler?
  private let router: Router?

  init(
    _ interpreters: [Interpreter], core: RuntimeCore, router: Router? = nil
  ) throws(WiringError) {
    let interpreters = interpreters.flattened
    self.routing = try CommandRouting(interpreters)
    self.subscriptions = try SubscriptionStore(
      core: core, interpreters: interpreters, router: router)
    self.core = core
    self.router = router
  }

  /// Checks that each type has exactly one interpreter.
  func check(_ effects: [Effect]) throws(WiringError) {
    for effect in effects {
      switch effect {
      case .command(let type): try routing.check(type)
      case .subscription(let type): try subscriptions.check(type)
      }
    }
  }

  /// Whether a message may have removed children from the model that commands run for.
  func mayCloseScopes(_ message: any Message, _ router: Router) -> Bool {
    guard scopes.regions != 0 else { return false }
    return ScopedMessage.isAround(message)
      || router.regionsWritten(by: message) & scopes.regions != 0
  }

  /// The regions of the model in which children lie that commands run for; see ``Route/written``.
  var openRegions: UInt64 { scopes.regions }

  /// Ends the lives of children that a message has removed from the model.
  func closeScopes(
    after message: any Message, _ router: Router, _ model: UnsafeRawPointer, _ places: LastPlaces
  ) {
    for (life, gone) in scopes.close(after: message, router, model, places)
    where isCancelledOnLeave(life, gone, router) {
      for id in life.runs.sorted() { live[id]?.run?.cancel() }
      usedControls?.cancelAll(of: life)
    }
  }

  /// Whether a part says that a child which is gone takes this life's commands with it: the child at the
  /// first steps of the life's address, or one that was inside of it.
  private func isCancelledOnLeave(_ life: ScopeLifetime, _ gone: Int, _ router: Router) -> Bool {
    (gone...max(gone, life.address.steps.count)).contains { count in
      router.onLeave(life.address.prefix(count)) == .cancel
    }
  }

  /// The commands of a step have been started.
  func endStep() { scopes.forgetEnded() }

  /// The lives of the children that a place means without saying which.
  func lives(in place: CommandPlace) -> [ScopeLifetime] {
    guard let address = place.scope?.address, address.steps.contains(where: { $0.id == nil }) else {
      return []
    }
    return scopes.all(in: address)
  }

  /// What carries out control commands; made by the first of them.
  var controls: ControlScheduler {
    if let usedControls { return usedControls }
    let controls = ControlScheduler(core: core, runner: self)
    usedControls = controls
    return controls
  }

  /// Starts a command that an update has returned.
  func start(
    _ command: any Command, cause: UInt64, tracker: CompletionTracker?, contains: (Scope) -> Bool
  ) {
    routing.route(of: command)._withUnsafeGuaranteedRef { route in
      let context = EffectContext(of: core.app)
      if route.kind == .interpreter {
        _ = perform(command, route, context, in: nil, cause: cause, tracker)
      } else {
        let place = CommandPlace(
          context: context, scope: nil, cause: cause, tracker: tracker)
        start(command, route, at: place, contains)
      }
    }
  }

  /// Starts a command that may be inside of wrappers which say where its messages go.
  private func start(
    _ command: any Command, _ route: CommandRoute, at place: CommandPlace,
    _ contains: (Scope) -> Bool
  ) {
    var (command, route, place) = (command, route, place)
    // By the route, since a cast searches all conformances of the app for each type.
    while route.kind == .address, let wrapper = command as? any AddressWrapper {
      wrapper.enter(&place.context)
      command = wrapper.content
      route = routing.route(of: command).takeUnretainedValue()
    }
    if route.kind == .missing { return reportMissing(command, place) }
    place.scope = openScope(of: place.context, command, place.cause, contains)
    if route.kind == .control { return controls.start(command, at: place) }
    _ = perform(
      command, route, place.context, in: place.scope, cause: place.cause, place.tracker)
  }

  /// Whether a command is one for an interpreter, or for the runtime alone.
  func hasInterpreter(for command: any Command) -> Bool {
    routing.route(of: command)._withUnsafeGuaranteedRef { $0.kind == .interpreter }
  }

  /// Starts a command that is part of a control command. Returns its run; `nil` if nothing performs
  /// it.
  func startRun(of leaf: LeafNode) -> Run.ID? {
    let (route, place) = (routing.route(of: leaf.command).takeUnretainedValue(), leaf.place)
    if route.kind == .interpreter {
      return perform(
        leaf.command, route, place.context, in: place.scope, cause: place.cause, place.tracker,
        for: leaf)
    }
    reportMissing(leaf.command, place)
    return nil
  }

  /// Hands a command to its interpreter. Returns its run; `nil` if the step was abandoned.
  private func perform(
    _ command: any Command, _ route: CommandRoute, _ context: EffectContext,
    in scope: ScopeLifetime?,
    cause: UInt64, _ tracker: CompletionTracker?, for leaf: LeafNode? = nil
  ) -> Run.ID? {
    // Held by this one reference, so that ``keepTrack(of:)`` sees whether anybody else holds it.
    var run: Sender = Run(
      core: core, type: route.type, command: leaf?.subject ?? route.name(of: command), cause: cause,
      tracker: tracker, scope: scope)
    guard let id = begin(unsafeDowncast(run, to: Run.self), route, leaf) else { return nil }
    route.perform(command, unsafeDowncast(run, to: Run.self), context)
    if run.isOfTask || !run.hasMessagesOnTheirWay { keepTrack(of: &run) }
    return id
  }

  /// Does what comes before an interpreter is called. Returns `nil` if it must not be.
  @inline(__always)
  private func begin(_ run: Run, _ route: CommandRoute, _ leaf: LeafNode?) -> Run.ID? {
    if let leaf {
      leaf.run = run
      run.isRetried = leaf.isRetried
      if core.isStepAbandoned { return nil }
    }
    if route.hasUnreportedConflict { reportConflict(of: route) }
    // A message that the runtime sends itself leaves with its child, as a command that runs on does.
    let events = core.events.flatMap { $0.wantsCommands ? $0 : nil }
    if leaf != nil || run.tracker != nil || route.isOfRuntime && run.scope != nil
      || events != nil
    {
      registerFromStart(run)
    }
    events?.started(run, in: run.scope?.address ?? .root)
    return run.id
  }

  /// The life of the child that a command belongs to.
  private func openScope(
    of context: EffectContext, _ command: any Command, _ cause: UInt64,
    _ contains: (Scope) -> Bool
  ) -> ScopeLifetime? {
    if context.isEmpty { return nil }
    let address = context.scope
    if address.steps.isEmpty { return nil }
    let isThere = contains(address)
    if !isThere, let router, !router.hasPart(address) {
      let leaf = leaf(of: command)
      core.cycle?.reportUnreached(
        "The command \(ValueName(leaf).fullName)", type(of: leaf), in: address, cause: cause)
    }
    return scopes.enter(address, isThere: isThere, router)
  }

  /// The place inside a wrapper that changes where messages go.
  func enter(_ wrapper: any AddressWrapper, _ place: CommandPlace) -> CommandPlace {
    var place = place
    wrapper.enter(&place.context)
    if let scope = place.scope, scope.isGone, !scopes.hasJustEnded(scope) {
      // A child that is gone stays gone, and so does what is in it: by now another one may have the
      // same address.
      place.scope = scope.inside(place.context.scope)
      if place.scope !== scope { place.scope?.isInCommandsOfOthers = true }
      return place
    }
    let outer = place.scope
    place.scope = openScope(of: place.context, wrapper.content, place.cause) {
      core.cycle?.contains($0) ?? false
    }
    if place.scope !== outer { place.scope?.isInCommandsOfOthers = true }
    if !controls.isInStep { scopes.forgetEnded() }
    return place
  }

  @inline(never)
  private func registerFromStart(_ run: Run) {
    register(run)
    run.tracker?.began(run.id, run.name)
  }

  private func reportMissing(_ command: any Command, _ place: CommandPlace) {
    core.report(
      .noCommandInterpreter(
        command: "\(type(of: command))", cause: core.chain(of: place.cause)))
  }

  /// Reports, once, that several interpreters accept a command.
  private func reportConflict(of route: CommandRoute) {
    route.hasUnreportedConflict = false
    core.report(
      .overlappingInterpreters(
        command: "\(route.type)", names: route.interpreters.map(\.description)))
  }

  /// Registers a run that goes on: it has a task, or its interpreter has returned, its messages
  /// have been handled, and somebody keeps its dispatcher all the same. Most runs end before that,
  /// and are never registered.
  func keepTrack(of sender: inout Sender) {
    if sender.isTracked || !sender.isOfTask && isKnownUniquelyReferenced(&sender) { return }
    registerLate(sender)
  }

  @inline(never)
  private func registerLate(_ sender: Sender) {
    guard let run = sender as? Run else { return }
    register(run)
    // Its messages were still on their way when all others were cancelled.
    if hasEnded || isDropped(run) { run.cancel() }
  }

  private func register(_ run: Run) {
    run.isTracked = true
    run.scope?.runs.insert(run.id)
    live[run.id] = WeakRun(run: run, scope: run.scope)
  }

  /// The run of a command has failed. Returns whether a control command says what then.
  func failed(_ run: Run, _ error: any Error) -> Bool {
    core.events?.failed(run.id, error)
    return usedControls?.failed(run.id, error, run.name) ?? false
  }

  /// A command has failed that answers with its error. Returns whether it is tried again.
  func isTriedAgain(_ run: Run, after failure: AnsweredFailure) -> Bool {
    run.isTriedAgain = usedControls?.isTriedAgain(run.id, after: failure, run.name) ?? false
    return run.isTriedAgain
  }

  /// A message of a command in a race is about to be handled.
  func isHeard(from sender: Sender) {
    if let run = sender.run { usedControls?.isHeard(from: run.id) }
  }

  func cancelRun(_ id: Run.ID) { live[id]?.run?.cancel() }

  func finished(_ id: Run.ID) {
    live.removeValue(forKey: id)?.scope?.runs.remove(id)
    core.events?.finished(id)
    usedControls?.runEnded(id)
  }

  func hasLiveRuns(except callers: Set<Run.ID>) -> Bool {
    live.contains { id, weak in weak.run != nil && !callers.contains(id) }
  }

  /// The runs that go on, in the order of their start: a dictionary's order would not be the same
  /// in each process.
  func liveRuns(except: Set<Run.ID>) -> [Run] {
    live.compactMap { id, weak in except.contains(id) ? nil : weak.run }
      .sorted { $0.id < $1.id }
  }

  /// Silences and cancels all commands that run or wait, and ends the lives of their children. What starts
  /// from now on runs.
  func dropCommands() {
    firstKept = Run.ID.next()
    usedControls?.cancelAll()
    for run in liveRuns(except: []) { run.cancel() }
    scopes.closeAll()
  }

  /// Whether a sender belongs to a run that was dropped.
  @inline(__always)
  func isDropped(_ sender: Sender) -> Bool {
    guard let firstKept, let run = sender.run else { return false }
    return run.id < firstKept
  }

  /// Silences and cancels everything that runs, and stops all subscriptions.
  func cancelAll() {
    hasEnded = true
    usedControls?.stopAll()
    for run in liveRuns(except: []) { run.cancel() }
    subscriptions.stopAll()
  }
}

private struct WeakRun {
  weak var run: Run?
  /// The child that the run belongs to.
  let scope: ScopeLifetime?
}

extension RuntimeCore {
  /// The chain of causes up to a message, as far as it is known.
  func chain(of number: UInt64) -> String {
    if number == 0 { return "the start of the runtime" }
    return history?.chain(of: number)
      ?? "message \(number); give the runtime `history: History()` to see its name and causes"
  }
}
