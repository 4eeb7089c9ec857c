import Katana

/// Handles the messages of one runtime: the central loop. Used inside of steps only.
final class Cycle: @unchecked Sendable {
  // Sendable, because all state is constant, thread-safe by itself, or used inside of steps only:
  // by the executing thread, of which there is never more than one. For the same reason, the state
  // used most needs no dynamic exclusivity checks, which are measurable here.
  let core: RuntimeCore
  let model: ModelStorage
  let runner: CommandRunner
  let statistics: Statistics
  let router: Router
  @exclusivity(unchecked) private var createdIndices: LastIndices?
  /// The subscription providers of the app, in declared order.
  let providers: [ProviderNode]
  private let initialCommands: [any Command]
  let interceptors: [ErasedInterceptor]
  /// Whether an interceptor is called after each message.
  let interceptsResults: Bool
  let purity: PurityCheck?
  /// Calls the event handlers; `nil` if there are none.
  let events: EventHub?
  /// The same without a reference count, for what happens in each message. Safe, because the cycle
  /// keeps the hub.
  let unretainedEvents: Unmanaged<EventHub>?
  /// Whether messages are handled whatever their address; for tests of a single interpreter.
  let takesEveryAddress: Bool
  var unreached = Unreached()
  private var hasReportedDuplicates = false
  /// The shared slices that have not been reported.
  @exclusivity(unchecked) private var sharedSlices: [SharedSlices]
  private var hasReportedObjects = false
  private var hasBegun = false
  @exclusivity(unchecked) var shutdown = Shutdown()
  @exclusivity(unchecked) var finishing = Finishing()
  /// The number of the newest message, in the order in which all messages are handled.
  @exclusivity(unchecked) var lastNumber: UInt64 = 0
  @exclusivity(unchecked) var observers = ObserverList()
  /// The past model that observers see; `nil` if they see the current one. Guarded by
  /// ``RuntimeCore/rareLock``.
  var past: (any Model)?
  /// The trackers of code that waits for the consequences of a message.
  private var trackers: [CompletionTracker] = []
  /// The number of trackers at which the finished ones are removed.
  private var settlementLimit = 16

  init<AppModel: Model>(
    _ program: Program<AppModel>, _ interpreters: [Interpreter],
    _ options: RuntimeOptions<AppModel>, core: RuntimeCore
  ) throws(WiringError) {
    self.core = core
    self.model = ModelStorage(program.model, core: core)
    self.router = program.router
    self.providers = program.providers
    self.sharedSlices = program.router.sharedSlices
    self.runner = try CommandRunner(
      interpreters, core: core, router: program.router, effects: program.effects)
    self.initialCommands = program.commands
    self.interceptors = options.interceptors.map { interceptor in
      ErasedInterceptor(interceptor.made(Dispatcher(Sender(core: core, origin: .interceptor))))
    }
    self.interceptsResults = interceptors.contains(where: \.wantsResults)
    self.events =
      options.eventHandlers.isEmpty
      ? nil
      : EventHub(options.eventHandlers, to: ObservedRuntime(model, of: AppModel.self, core.clock))
    self.unretainedEvents = events.map { .passUnretained($0) }
    self.purity = options.checksPurity ? PurityCheck(of: AppModel.self) : nil
    self.takesEveryAddress = options.takesEveryAddress
    self.statistics = core.statistics
    if !providers.isEmpty { runner.subscriptions.grow(to: providers.count) }
  }

  deinit { createdIndices?.deallocate() }

  /// The positions at which rows were found last. Created for the first message with an address.
  var lastIndices: LastIndices {
    if let createdIndices { return createdIndices }
    let lastIndices = LastIndices()
    createdIndices = lastIndices
    return lastIndices
  }

  /// Whether event handlers or interceptors are called for messages.
  var hasWatchers: Bool { events != nil || !interceptors.isEmpty }

  /// Starts the app before the first message: interceptors, subscriptions, then the initial
  /// commands.
  func begin() {
    guard !core.isClosed else { return }
    hasBegun = true
    events?.started()
    if !interceptors.isEmpty {
      let dispatch = Dispatcher(Sender(core: core, origin: .interceptor))
      for interceptor in interceptors { interceptor.started?(dispatch) }
    }
    if purity != nil { reportDuplicates() }
    if !sharedSlices.isEmpty { reportSharedSlices { $0.isKnownToSend } }
    if !providers.isEmpty { declareAll(0) }
    start(initialCommands, after: 0, nil)
  }

  /// Handles a message, or drops and counts it.
  func handle(_ envelope: inout QueuedMessage) {
    lastNumber += 1
    envelope.number = lastNumber
    if core.isClosed {
      core.drop(envelope, .lost)
    } else if finishing.hasBegun, case .outside = envelope.sender.origin {
      refuseWhileFinishing(envelope)
    } else if observers.isPaused, case .outside = envelope.sender.origin {
      core.drop(envelope, .refused)
    } else {
      handleQueued(&envelope)
    }
    if envelope.sender.isRun && envelope.sender.messageIsDone() {
      runner.keepTrack(of: &envelope.sender)
    }
    if finishing.hasBegun { checkFinished() }
  }

  /// Handles a message if it is admitted and no interceptor stops it.
  @inline(__always)
  private func handleQueued(_ queued: inout QueuedMessage) {
    guard admitSender(&queued) else { return }
    if ScopedMessage.isAround(queued.message) {
      if deliverQueued(&queued) || !admitAddress(of: &queued) { return }
    }
    if interceptors.isEmpty || intercept(&queued) { handleAdmitted(&queued) }
  }

  /// Handles a message that the interceptors have let pass.
  @inline(__always)
  func handleAdmitted(_ queued: inout QueuedMessage) {
    if queued.sender.isInRace { runner.willHandleMessage(from: queued.sender) }
    if let purity { check(purity, queued.message) }
    if let history = core.unretainedHistory { record(queued, in: history) }
    if let events { tell(events, queued) }
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
      let site = SendSite(queued)
      outcome = withUnsafePointer(to: site) { site in
        if ScopedMessage.isAround(queued.message) {
          return withPayload(of: &queued.message) {
            deliverWatched(MessageInPlace($0, $1).scoped, number, tracker, site)
          }
        }
        return withUnsafePointer(to: &queued.message) {
          step(MessageInPlace(box: $0), nil, number, tracker, sentFrom: site)
        }
      }
    }
    if outcome.isUpdating { core.endUpdate() }
    finish(queued, outcome.commands)
    events?.step = 0
  }

  @inline(never)
  private func record(_ queued: QueuedMessage, in history: Unmanaged<History>) {
    history._withUnsafeGuaranteedRef {
      $0.record(ValueName(queued.message), queued.number, sentFrom: SendSite(queued))
    }
  }

  /// Calls the event handlers before a message is handled.
  @inline(never)
  private func tell(_ events: EventHub, _ queued: QueuedMessage) {
    events.step = queued.number
    if events.wantsCommands, let run = queued.sender.run {
      events.answered(run.id, number: queued.number)
    }
    if events.wantsUpdates { events.handling(queued.envelope) }
    events.updateBegins()
  }

  /// Whether an event handler wants an event for each handled message.
  private var tellsHandled: Bool { events?.wantsMessages ?? false }

  /// Handles a message without an envelope, in an update that has begun: the fast path.
  ///
  /// - Returns: Whether the caller must end the update.
  func handleAtOnce(_ message: MessageInPlace, _ route: Unmanaged<Route>) -> Bool {
    lastNumber += 1
    return step(message, route, lastNumber, nil).isUpdating
  }

  /// The result of an update.
  struct Outcome {
    var commands: [any Command]
    /// Whether at least one updater has taken the message.
    var isTaken = true
    /// Whether children may be gone for which commands run.
    var mayCloseScopes: Bool
    /// Whether the declared subscriptions may have changed.
    var asksProviders: Bool
    /// Whether the caller must end the update, because nothing follows from it.
    var isUpdating = false
  }

  /// Executes one step, in an update that has begun.
  ///
  /// The order is: the new model, the observers, the children that are gone, the subscriptions, the
  /// commands. Messages that these send are queued, so steps are never nested.
  ///
  /// - Parameters:
  ///   - route: The updaters of the message, if they need no box around it.
  ///   - site: The sender and source location of the message, for event handlers and for the report
  ///     of a message that no updater takes; `nil` if neither needs it.
  @inline(__always)
  func step(
    _ message: MessageInPlace, _ route: Unmanaged<Route>?, _ number: UInt64,
    _ tracker: CompletionTracker?, sentFrom site: UnsafePointer<SendSite>? = nil
  ) -> Outcome {
    if observers.wantOldModel { observers.willChange(model.inside) }
    statistics.countHandled()
    var outcome = update(message, route)
    conclude(&outcome, message, number, tracker, sentFrom: site)
    return outcome
  }

  /// Executes the rest of a step after its update, if anything follows from it.
  @inline(__always)
  func conclude(
    _ outcome: inout Outcome, _ message: MessageInPlace, _ number: UInt64,
    _ tracker: CompletionTracker?, sentFrom site: UnsafePointer<SendSite>?
  ) {
    outcome.isUpdating =
      outcome.commands.isEmpty && !outcome.mayCloseScopes && !outcome.asksProviders
      && outcome.isTaken && observers.isEmpty && purity == nil
    if !outcome.isUpdating {
      follow(outcome, message, number, tracker, site)
    } else if let site, let events = unretainedEvents {
      events._withUnsafeGuaranteedRef { events in
        guard events.wantsMessages else { return }
        core.endUpdate()
        outcome.isUpdating = false
        events.handled(message.envelope(from: site.pointee, number), [])
      }
    }
  }

  @inline(__always)
  private func update(_ message: MessageInPlace, _ route: Unmanaged<Route>?) -> Outcome {
    guard let route else { return updateByRouter(message.value) }
    return route._withUnsafeGuaranteedRef { route in
      Outcome(
        commands: route.update(model.address, rawMessage: message.payload),
        mayCloseScopes: route.written & runner.openRegions != 0,
        // The purity check asks also the providers that have no reason to change.
        asksProviders: route.asksProviders || purity != nil && !providers.isEmpty)
    }
  }

  /// Updates the model with a message that has an address, or whose type no updater names.
  @inline(never)
  private func updateByRouter(_ value: any Message) -> Outcome {
    var delivery = Delivery(ScopedMessage.isAround(value) ? lastIndices : nil)
    let commands = router.handle(model.address, value, &delivery)
    return Outcome(
      commands: commands, isTaken: delivery.isTaken,
      mayCloseScopes: runner.mayCloseScopes(value, router), asksProviders: !providers.isEmpty)
  }

  /// Executes the rest of a step after its update, in this order.
  @inline(never)
  private func follow(
    _ outcome: Outcome, _ message: MessageInPlace, _ number: UInt64, _ tracker: CompletionTracker?,
    _ site: UnsafePointer<SendSite>?
  ) {
    core.endUpdate()
    if let events, events.wantsMessages, let site {
      events.handled(message.envelope(from: site.pointee, number), outcome.commands)
    }
    if !outcome.isTaken, let site, !isAwaited(message.value, tracker) {
      reportUnreached(site.pointee, as: message.value)
    }
    if purity != nil { reportDuplicates() }
    if !outcome.commands.isEmpty && !sharedSlices.isEmpty {
      reportSharedSlices { $0.take(message.value) }
    }
    if !observers.isEmpty { tellObservers(message) }
    if core.isStepAbandoned { return }
    if outcome.mayCloseScopes {
      runner.closeScopes(after: message.value, router, model.inside, lastIndices)
      if core.isStepAbandoned { return }
    }
    if outcome.asksProviders {
      let value = message.value
      declare(router.providersToAsk(after: value), after: value, number)
    }
    start(outcome.commands, after: number, tracker)
  }

  @inline(__always)
  private func tellObservers(_ message: MessageInPlace) {
    guard observers.wantChange else {
      return observers.changed(model.inside) { core.isStepAbandoned }
    }
    observers.changed(model.inside, by: { message.change(by: router) }) { core.isStepAbandoned }
  }

  /// Reports the collections in which two elements have the same id, the first time that there are
  /// any.
  private func reportDuplicates() {
    guard !hasReportedDuplicates else { return }
    for issue in RuntimeIssue.duplicates(in: model.inside, router) {
      hasReportedDuplicates = true
      core.report(issue)
    }
  }

  /// Reports slices that share what their commands and subscriptions send, once.
  @inline(never)
  private func reportSharedSlices(where isMeant: (SharedSlices) -> Bool) {
    for slices in sharedSlices where isMeant(slices) { core.report(.sharedSlices(slices)) }
    sharedSlices.removeAll(where: isMeant)
  }

  private func check(_ purity: PurityCheck, _ message: any Message) {
    if hasReportedObjects { return }
    guard let issue = purity.issue(router, model.inside, message) else { return }
    hasReportedObjects = issue.kind == .purityNotChecked
    core.report(issue)
  }

  private func start(_ commands: [any Command], after number: UInt64, _ tracker: CompletionTracker?)
  {
    // In place, because a loop over the array would copy each command.
    commands.withUnsafeBufferPointer { commands in
      for index in commands.indices where !core.isStepAbandoned {
        runner.start(commands[index], cause: number, tracker: tracker)
      }
    }
    runner.endStep()
  }

  /// Calls the interceptors at the end of a step.
  func tellResult(_ envelope: Envelope, _ commands: [any Command]) {
    if core.isStepAbandoned { return }
    // In place, because a loop over the array would retain each interceptor.
    interceptors.withUnsafeBufferPointer { interceptors in
      for index in interceptors.indices {
        Unmanaged.passUnretained(interceptors[index])._withUnsafeGuaranteedRef {
          $0.after(envelope, model.inside, commands)
        }
      }
    }
  }

  func finish(_ envelope: QueuedMessage, _ commands: [any Command]) {
    if interceptsResults { tellResult(envelope.envelope, commands) }
    envelope.sender.tracker?.done(envelope.message, envelope.wait)
  }

  func addObserver(_ observer: Observer) {
    if shutdown.hasEnded { return observer.finish?() ?? () }
    if let added = observer.added { withShownModel(added) }
    observers.add(observer)
  }

  /// Returns the address of a child with the `id`s that the address does not name; `nil` if the
  /// model does not have the child.
  func find(_ scope: AnyAddress) -> AnyAddress? {
    router.find(scope, in: model.inside, lastIndices)
  }

  /// Ends the runtime, after the current step.
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
    if hasBegun { events?.ended() }
  }

  /// Called when a run has ended.
  func finished(_ run: RunRecord) {
    runner.finished(run)
    // Once the runtime is closed, messages of the run may have been dropped, so nothing settles.
    if !core.isClosed { run.tracker?.ended(run.id) }
    endWhenQuiet()
    if finishing.hasBegun { checkFinished() }
  }

  /// Adds a tracker of code that waits for the consequences of a message.
  func add(_ tracker: CompletionTracker) {
    if core.isClosed { return tracker.abandon() }
    tracker.begin()
    trackers.append(tracker)
    guard trackers.count >= settlementLimit else { return }
    trackers.removeAll(where: \.isOver)
    settlementLimit = max(16, 2 * trackers.count)
  }
}
