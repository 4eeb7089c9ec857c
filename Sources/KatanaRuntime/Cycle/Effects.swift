import Katana

/// Starts commands and keeps track of those that run on. Used inside the runtime's steps only.
final class Effects {
  // Unchecked: used inside only, and a dynamic check costs 12 ns for each command.
  @exclusivity(unchecked) private var routing: CommandRouting
  let subscriptions: SubscriptionHost
  private let home: Home
  @exclusivity(unchecked) private var live: [Run.ID: WeakRun] = [:]
  /// Whether everything was cancelled: a run whose last message comes in later is cancelled then.
  private var hasEnded = false
  @exclusivity(unchecked) private var scopes = OpenScopes()
  private var usedControls: Controls?
  private let router: Router?

  init(
    _ interpreters: [Interpreter], home: Home, router: Router? = nil
  ) throws(WiringError) {
    self.routing = try CommandRouting(interpreters)
    self.subscriptions = try SubscriptionHost(
      home: home, interpreters: interpreters, router: router)
    self.home = home
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
  private func isCancelledOnLeave(_ life: OpenScope, _ gone: Int, _ router: Router) -> Bool {
    (gone...max(gone, life.address.steps.count)).contains { count in
      router.onLeave(life.address.prefix(count)) == .cancel
    }
  }

  /// The commands of a step have been started.
  func endStep() { scopes.forgetEnded() }

  /// The lives of the children that a place means without saying which.
  func lives(in place: CommandPlace) -> [OpenScope] {
    guard let address = place.scope?.address, address.steps.contains(where: { $0.id == nil }) else {
      return []
    }
    return scopes.all(in: address)
  }

  /// What carries out control commands; made by the first of them.
  var controls: Controls {
    if let usedControls { return usedControls }
    let controls = Controls(home: home, effects: self)
    usedControls = controls
    return controls
  }

  /// Hands a command to its interpreter.
  func start(
    _ command: any Command, cause: UInt64, settlement: Settlement?,
    context given: EffectContext? = nil, contains: (Scope) -> Bool
  ) {
    let context = given ?? EffectContext(of: home.app)
    let type = commandType(of: command)
    let (known, isNew) = routing.knownRoute(for: type)
    if let perform = known.perform {
      if isNew { report(known) }
      var run: Sender = Run(
        home: home, type: type, command: ValueName(command), cause: cause, settlement: settlement,
        scope: openScope(of: context, command, cause, contains))
      return self.perform(command, perform, &run, context)
    }
    switch known.route {
    case .address:
      guard let wrapper = command as? any AddressWrapper else { return }
      var context = context
      wrapper.enter(&context)
      start(
        wrapper.content, cause: cause, settlement: settlement, context: context, contains: contains)
    case .control:
      let scope = openScope(of: context, command, cause, contains)
      controls.start(
        command,
        at: CommandPlace(context: context, scope: scope, cause: cause, settlement: settlement))
    case .missing, .handler:
      home.report(.noCommandInterpreter(command: "\(type)", cause: home.chain(of: cause)))
    }
  }

  private func perform(
    _ command: any Command, _ perform: CommandHandler.Perform, _ sender: inout Sender,
    _ context: EffectContext
  ) {
    if sender.settlement != nil { track(unsafeDowncast(sender, to: Run.self)) }
    perform(command, unsafeDowncast(sender, to: Run.self), context)
    if sender.isOfTask || !sender.hasMessagesOnTheirWay { keepTrack(of: &sender) }
  }

  /// The life of the child that a command belongs to.
  private func openScope(
    of context: EffectContext, _ command: any Command, _ cause: UInt64,
    _ contains: (Scope) -> Bool
  ) -> OpenScope? {
    if context.isEmpty { return nil }
    let address = context.scope
    if address.steps.isEmpty { return nil }
    let isThere = contains(address)
    if !isThere, let router, !router.hasPart(address) {
      let leaf = leaf(of: command)
      home.cycle?.reportUnreached(
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
      home.cycle?.contains($0) ?? false
    }
    if place.scope !== outer { place.scope?.isInCommandsOfOthers = true }
    if !controls.isInStep { scopes.forgetEnded() }
    return place
  }

  /// Starts a command that is part of a control command. Returns its run; `nil` if nothing performs
  /// it.
  func startRun(of leaf: LeafActivity) -> Run.ID? {
    let (command, place) = (leaf.command, leaf.place)
    let type = commandType(of: command)
    let (known, isNew) = routing.knownRoute(for: type)
    let run = Run(
      home: home, type: type, command: leaf.subject ?? ValueName(command), cause: place.cause,
      settlement: place.settlement, scope: place.scope)
    leaf.run = run
    if home.isStepAbandoned { return nil }
    switch known.route {
    case .handler(let handler, _, _):
      if isNew { report(known) }
      track(run)
      handler.perform(command, run, place.context)
    case .control:
      let send = command as? Send
      guard let message = send?.message ?? (command is Dismiss ? Dismissed() : nil) else {
        return nil
      }
      track(run)
      Dispatcher(run, context: place.context)(
        message, file: send?.file ?? "", line: send?.line ?? 0)
    case .missing, .address:
      home.report(.noCommandInterpreter(command: "\(type)", cause: home.chain(of: place.cause)))
      return nil
    }
    return run.id
  }

  private func track(_ run: Run) {
    register(run)
    run.settlement?.began(run.id, run.name)
  }

  private func report(_ known: KnownRoute) {
    guard case .handler(_, let name, let conflicts) = known.route, !conflicts.isEmpty else {
      return
    }
    home.report(
      .overlappingInterpreters(
        command: known.command, names: ([name] + conflicts).map(\.description)))
  }

  /// Registers a run that goes on: it has a task, or its interpreter has returned, its messages
  /// have been handled, and somebody keeps its dispatcher all the same. Most runs end before that,
  /// and are never registered.
  func keepTrack(of sender: inout Sender) {
    if sender.isTracked || !sender.isOfTask && isKnownUniquelyReferenced(&sender) { return }
    guard let run = sender as? Run else { return }
    register(run)
    // Its messages were still on their way when all others were cancelled.
    if hasEnded { run.cancel() }
  }

  private func register(_ run: Run) {
    run.isTracked = true
    run.scope?.runs.insert(run.id)
    live[run.id] = WeakRun(run: run, scope: run.scope)
  }

  /// The run of a command has failed. Returns whether a control command says what then.
  func failed(_ run: Run, _ error: any Error) -> Bool {
    usedControls?.failed(run.id, error, run.name) ?? false
  }

  /// A message of a command in a race is about to be handled.
  func isHeard(from sender: Sender) {
    if let run = sender.run { usedControls?.isHeard(from: run.id) }
  }

  func cancelRun(_ id: Run.ID) { live[id]?.run?.cancel() }

  func finished(_ id: Run.ID) {
    live.removeValue(forKey: id)?.scope?.runs.remove(id)
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

  /// Silences and cancels everything that runs, and stops all subscriptions.
  func cancelAll() {
    hasEnded = true
    usedControls?.stopAll()
    for run in liveRuns(except: []) { run.cancel() }
    subscriptions.stopAll()
  }
}

/// The type of a command: `type(of:)` takes ten times as long with the existential as with what is
/// in it, which it looks at all the same, since a class may be a subclass.
private func commandType(of command: any Command) -> any Command.Type {
  func open<C: Command>(_ command: C) -> any Command.Type { type(of: command) }
  return open(command)
}

private struct WeakRun {
  weak var run: Run?
  /// The child that the run belongs to.
  let scope: OpenScope?
}

extension Home {
  /// The chain of causes up to a message, as far as it is known.
  func chain(of number: UInt64) -> String {
    if number == 0 { return "the start of the runtime" }
    return history?.chain(of: number)
      ?? "message \(number); give the runtime `history: History()` to see its name and causes"
  }
}
