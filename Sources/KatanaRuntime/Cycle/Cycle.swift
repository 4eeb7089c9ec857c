import Katana
import Synchronization

/// Handles the messages of one runtime, with its model: the cycle that everything else hangs off.
/// Used inside the runtime's steps only.
final class Cycle: @unchecked Sendable {
  // Sendable, because all state is constant, guarded by itself, or used inside steps only: by the
  // thread that executes, of which there is never more than one. That is also why the hottest state goes
  // without dynamic exclusivity checks, which cost 12 ns for each message.
  let core: RuntimeCore
  let model: ModelStorage
  let runner: CommandRunner
  let statistics: Statistics
  let router: Router
  @exclusivity(unchecked) private var usedPlaces: LastPlaces?
  /// What says which subscriptions should be active.
  let providers: [ProviderNode]
  private let initialCommands: [any Command]
  private let interceptors: [ErasedInterceptor]
  let purity: PurityCheck?
  /// Whether messages are handled whatever their address, for tests of an interpreter alone.
  let takesEveryAddress: Bool
  var unreached = Unreached()
  private var hasReportedDuplicates = false
  private var hasReportedObjects = false
  private var hasBegun = false
  @exclusivity(unchecked) var shutdown = Shutdown()
  @exclusivity(unchecked) var finishing = Finishing()
  /// The number of the message handled last, in the total order of messages.
  @exclusivity(unchecked) var lastNumber: UInt64 = 0
  @exclusivity(unchecked) var observers = ObserverList()
  /// The past model that observers see; `nil` if they see the present.
  let past = Mutex<(any Model)?>(nil)
  /// Those who wait for the consequences of a message.
  private var trackers: [CompletionTracker] = []
  /// From how many on those are removed whose waiting is over.
  private var settlementLimit = 16

  init<AppModel: Model>(
    _ program: Program<AppModel>, _ interpreters: [Interpreter],
    _ options: RuntimeOptions<AppModel>, _ router: Router, core: RuntimeCore
  ) throws(WiringError) {
    self.core = core
    self.model = ModelStorage(program.model, core: core)
    self.router = router
    self.providers = router.providerPlaces
    self.runner = try CommandRunner(interpreters, core: core, router: self.router)
    self.initialCommands = program.commands
    self.interceptors = options.interceptors.map { interceptor in
      ErasedInterceptor(interceptor.made(Dispatcher(Sender(core: core, origin: .interceptor))))
    }
    self.purity = options.checksPurity ? PurityCheck(of: AppModel.self) : nil
    self.takesEveryAddress = options.takesEveryAddress
    self.statistics = core.statistics
    runner.subscriptions.grow(to: providers.count)
  }

  /// Where rows were found last; made for the first message with an address.
  var places: LastPlaces {
    if let usedPlaces { return usedPlaces }
    let places = LastPlaces()
    usedPlaces = places
    return places
  }

  /// Whether a message meets nothing but its update and what follows from that.
  var isPlain: Bool { interceptors.isEmpty && purity == nil }

  /// Does what comes before the first message.
  func begin() {
    guard !core.isClosed else { return }
    hasBegun = true
    core.events?.started()
    if !interceptors.isEmpty {
      let dispatch = Dispatcher(Sender(core: core, origin: .interceptor))
      for interceptor in interceptors { interceptor.started?(dispatch) }
    }
    if purity != nil { reportDuplicates() }
    if !providers.isEmpty { declare(after: nil, 0) }
    start(initialCommands, after: 0, nil)
  }

  /// Handles a message, or counts it.
  func handle(_ envelope: inout QueuedMessage) {
    lastNumber += 1
    envelope.number = lastNumber
    if core.isClosed {
      statistics.add(to: .lost)
      core.events?.notHandled(envelope, .lost)
    } else if finishing.hasBegun, case .outside = envelope.sender.origin {
      core.refuseWhileFinishing(envelope)
    } else if observers.isPaused, case .outside = envelope.sender.origin {
      core.refuseInThePast(envelope)
    } else {
      handleQueued(&envelope)
    }
    if envelope.sender.isRun && envelope.sender.messageIsDone() {
      runner.keepTrack(of: &envelope.sender)
    }
    if finishing.hasBegun { checkFinished() }
  }

  /// Handles a message with its envelope, if it is admitted.
  @inline(__always)
  private func handleQueued(_ queued: inout QueuedMessage) {
    guard admit(&queued), interceptors.isEmpty || intercept(&queued) else { return }
    if queued.sender.isInRace { runner.isHeard(from: queued.sender) }
    if let purity { check(purity, queued.message) }
    if let events = core.events { tell(events, queued) }
    let (number, tracker) = (queued.number, queued.sender.tracker)
    core.beginUpdate()
    let outcome: Outcome
    if let route = router.routes.byType.route(of: typeID(of: queued.message)),
      route._withUnsafeGuaranteedRef({ $0.isRaw }), !tellsHandled
    {
      outcome = withPayload(of: &queued.message) {
        step(MessageInPlace($0, $1), route, number, tracker)
      }
    } else {
      let place = SendPlace(queued)
      outcome = withUnsafePointer(to: &queued.message) { message in
        withUnsafePointer(to: place) {
          step(MessageInPlace(box: message), nil, number, tracker, sentFrom: $0)
        }
      }
    }
    if outcome.isUpdating { core.endUpdate() }
    finish(queued, outcome.commands)
    core.events?.step = 0
  }

  /// Tells the listeners that a message is about to be handled.
  @inline(never)
  private func tell(_ events: EventHub, _ queued: QueuedMessage) {
    events.step = queued.number
    if events.wantsCommands, let run = queued.sender.run {
      events.answered(run.id, number: queued.number)
    }
    if events.wantsUpdates { events.handling(queued.envelope) }
    events.updateBegins()
  }

  /// Whether listeners are told of each message that was handled.
  private var tellsHandled: Bool { core.events?.wantsMessages ?? false }

  /// Handles a message without an envelope, in an update that has begun. Returns whether that update
  /// is still to be ended.
  func handleAtOnce(_ message: MessageInPlace, _ route: Unmanaged<Route>) -> Bool {
    lastNumber += 1
    return step(message, route, lastNumber, nil).isUpdating
  }

  /// Handles a message of the app itself and tells the listeners, outside of any update.
  func tellAtOnce(
    _ events: EventHub, _ message: MessageInPlace, _ route: Unmanaged<Route>,
    _ place: UnsafePointer<SendPlace>
  ) {
    lastNumber += 1
    events.step = lastNumber
    if events.wantsUpdates {
      events.handling(place.pointee.envelope(of: message.value, lastNumber))
    }
    events.updateBegins()
    core.beginUpdate()
    let place = events.wantsMessages ? place : nil
    if step(message, route, lastNumber, nil, sentFrom: place).isUpdating { core.endUpdate() }
    events.step = 0
  }

  /// What an update has led to.
  private struct Outcome {
    var commands: [any Command]
    /// Whether an updater has taken the message.
    var isTaken = true
    /// Whether children may be gone that commands run for.
    var mayCloseScopes: Bool
    /// Whether providers may declare something else.
    var asksProviders: Bool
    /// Whether the update is still to be ended, since nothing follows from it.
    var isUpdating = false
  }

  /// One step, in an update that has begun: the new model; the observers; the children that are gone;
  /// the subscriptions; the commands. Whatever these send is queued, so steps never nest.
  ///
  /// - Parameters:
  ///   - route: The updaters of the message, if they need no box around it.
  ///   - place: Where the message was sent, for listeners, and for the report of one that nobody takes;
  ///     `nil` if nobody asks.
  @inline(__always)
  private func step(
    _ message: MessageInPlace, _ route: Unmanaged<Route>?, _ number: UInt64,
    _ tracker: CompletionTracker?, sentFrom place: UnsafePointer<SendPlace>? = nil
  ) -> Outcome {
    if observers.wantOldModel { observers.willChange(model.inside) }
    statistics.countHandled()
    var outcome = update(message, route)
    outcome.isUpdating =
      outcome.commands.isEmpty && !outcome.mayCloseScopes && !outcome.asksProviders
      && outcome.isTaken && observers.isEmpty && purity == nil && (place == nil || !tellsHandled)
    if !outcome.isUpdating { follow(outcome, message, number, tracker, place) }
    return outcome
  }

  @inline(__always)
  private func update(_ message: MessageInPlace, _ route: Unmanaged<Route>?) -> Outcome {
    guard let route else { return updateByRouter(message.value) }
    return route._withUnsafeGuaranteedRef { route in
      Outcome(
        commands: route.update(model.address, rawMessage: message.payload),
        mayCloseScopes: route.written & runner.openRegions != 0,
        // The purity check looks at those too that have no reason to change.
        asksProviders: route.asksProviders || purity != nil && !providers.isEmpty)
    }
  }

  /// Updates the model with a message that may have an address, or of a type that no updater names.
  @inline(never)
  private func updateByRouter(_ value: any Message) -> Outcome {
    var delivery = Delivery(ScopedMessage.isAround(value) ? places : nil)
    let commands = router.handle(model.address, value, &delivery)
    return Outcome(
      commands: commands, isTaken: delivery.isTaken,
      mayCloseScopes: runner.mayCloseScopes(value, router), asksProviders: !providers.isEmpty)
  }

  /// What follows an update, in this order.
  @inline(never)
  private func follow(
    _ outcome: Outcome, _ message: MessageInPlace, _ number: UInt64, _ tracker: CompletionTracker?,
    _ place: UnsafePointer<SendPlace>?
  ) {
    core.endUpdate()
    if let events = core.events, events.wantsMessages, let place {
      events.handled(place.pointee.envelope(of: message.value, number), outcome.commands)
    }
    if !outcome.isTaken, let place { reportUnreached(place.pointee, as: message.value) }
    if purity != nil { reportDuplicates() }
    if !observers.isEmpty { observers.changed(model.inside) { core.isStepAbandoned } }
    if core.isStepAbandoned { return }
    if outcome.mayCloseScopes {
      runner.closeScopes(after: message.value, router, model.inside, places)
    }
    if outcome.asksProviders { declare(after: message.value, number) }
    start(outcome.commands, after: number, tracker)
  }

  /// Reports a collection whose elements cannot be told apart, once.
  private func reportDuplicates() {
    guard !hasReportedDuplicates else { return }
    for issue in RuntimeIssue.duplicates(in: model.inside, router) {
      hasReportedDuplicates = true
      core.report(issue)
    }
  }

  private func check(_ purity: PurityCheck, _ message: any Message) {
    if hasReportedObjects { return }
    guard let issue = purity.issue(router, model.inside, message) else { return }
    hasReportedObjects = issue.kind == .purityNotChecked
    core.report(issue)
  }

  private func start(_ commands: [any Command], after number: UInt64, _ tracker: CompletionTracker?)
  {
    // Where they lie: a loop over the array copies each.
    commands.withUnsafeBufferPointer { commands in
      for index in commands.indices where !core.isStepAbandoned {
        runner.start(commands[index], cause: number, tracker: tracker, contains: contains)
      }
    }
    runner.endStep()
  }

  private func finish(_ envelope: QueuedMessage, _ commands: [any Command]) {
    if !interceptors.isEmpty, !core.isStepAbandoned {
      let seen = envelope.envelope
      for interceptor in interceptors { interceptor.after?(seen, model.inside, commands) }
    }
    envelope.sender.tracker?.done(envelope.message, envelope.wait)
  }

  func addObserver(_ observer: Observer) {
    if shutdown.hasEnded { return observer.finish?() ?? () }
    if let added = observer.added { withShownModel(added) }
    observers.add(observer)
  }

  /// Whether the model has the child at an address.
  func contains(_ scope: Scope) -> Bool { router.contains(model.inside, scope, places) }

  /// Ends after the current step.
  func shutDown() {
    giveUpFinishing()
    stopAll()
    for tracker in trackers { tracker.abandon() }
    endWhenQuiet()
  }

  private func stopAll() {
    guard !shutdown.hasEnded else { return }
    runner.cancelAll()
    if hasBegun { for interceptor in interceptors { interceptor.stopped?() } }
    showPresent()
    observers.removeAll()
    markEnded()
    if hasBegun { core.events?.ended() }
  }

  /// A run has ended.
  func finished(_ id: Run.ID, _ tracker: CompletionTracker?) {
    runner.finished(id)
    tracker?.ended(id)
    endWhenQuiet()
    if finishing.hasBegun { checkFinished() }
  }

  /// Remembers somebody who waits.
  func add(_ tracker: CompletionTracker) {
    if core.isClosed { return tracker.abandon() }
    trackers.append(tracker)
    guard trackers.count >= settlementLimit else { return }
    trackers.removeAll(where: \.isOver)
    settlementLimit = max(16, 2 * trackers.count)
  }
}

extension Cycle {
  /// The message of an envelope, if it may still be handled: its sender was not silenced and the
  /// child it comes from or goes to is there.
  private func admit(_ envelope: inout QueuedMessage) -> Bool {
    let sender = envelope.sender
    if envelope.isBuffered, let declaration = sender as? Declaration {
      guard let message = runner.subscriptions.takeBuffered(declaration) else { return false }
      envelope.message = message
      envelope.isBuffered = false
    }
    if sender.isSilenced || runner.isDropped(sender) { return reject(envelope, .silenced) }
    if takesEveryAddress || !ScopedMessage.isAround(envelope.message) { return true }
    return admitAddress(of: &envelope)
  }

  /// Whether the child is there that a message with an address comes from or goes to.
  private func admitAddress(of envelope: inout QueuedMessage) -> Bool {
    guard let scoped = ScopedMessage.unboxed(envelope.message) else { return true }
    guard let resolved = router.resolve(scoped) else {
      reportUnreached(SendPlace(envelope), as: scoped)
      return reject(envelope, .unknownAddress)
    }
    if resolved.origin == nil, scoped.origin != nil { envelope.message = resolved }
    if let scope = envelope.sender.scope, scope.isGone, resolved.scope.begins(with: scope.address) {
      return reject(envelope, .gone)
    }
    switch router.presence(model.inside, resolved.scope, places) {
    case .present: return true
    case .unknown:
      reportUnreached(SendPlace(envelope), as: resolved)
      return reject(envelope, .unknownAddress)
    case .gone: return reject(envelope, .gone)
    }
  }

  /// Whether the interceptors let a message pass; they may put another one in its place.
  private func intercept(_ envelope: inout QueuedMessage) -> Bool {
    for interceptor in interceptors {
      guard let before = interceptor.before else { continue }
      switch before(envelope.envelope, model.inside) {
      case .handle: break
      case .replace(let message):
        envelope.message = message
        guard admit(&envelope) else { return false }
      case .drop: return reject(envelope, .intercepted)
      case .defer:
        putBack(envelope)
        return false
      }
    }
    return true
  }

  /// Counts a message that is not handled.
  private func reject(_ envelope: QueuedMessage, _ counter: Statistics.Counter) -> Bool {
    statistics.add(to: counter)
    if let reason = counter.reason { core.events?.notHandled(envelope, reason) }
    envelope.sender.tracker?.done(nil, envelope.wait)
    return false
  }

  /// Puts a message back at the end of the queue.
  private func putBack(_ envelope: QueuedMessage) {
    var envelope = envelope
    if envelope.wait == .none, let tracker = envelope.sender.tracker {
      tracker.deferred()
      envelope.wait = .chain
    }
    envelope.sender.countMessage()
    core.post(envelope)
  }
}
