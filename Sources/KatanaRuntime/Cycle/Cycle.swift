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

  /// Whether anything but its update sees a message from outside: a history, event handlers,
  /// interceptors, or the purity check.
  var isWatched: Bool {
    core.history != nil || events != nil || !interceptors.isEmpty || purity != nil
  }

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
    if ScopedMessage.isAround(queued.message), !admitAddress(of: &queued) { return }
    if interceptors.isEmpty || intercept(&queued) { step(&queued) }
  }

  /// Handles a message that the interceptors have let pass.
  private func step(_ queued: inout QueuedMessage) {
    tell(queued)
    core.beginUpdate()
    let outcome = withPayload(of: &queued.message) {
      update(MessageInPlace($0, $1), router.routeWithoutBox(of: $1))
    }
    let (number, tracker, site) = (queued.number, queued.sender.tracker, SendSite(queued))
    let isUpdating = withUnsafePointer(to: queued.message) {
      conclude(outcome, MessageInPlace(box: ReadPlace($0)), number, tracker, site)
    }
    if isUpdating { core.endUpdate() }
    if interceptsResults { tellResult(queued.envelope, outcome.commands) }
    tracker?.done(queued.message, queued.wait)
    events?.step = 0
  }

  /// Tells the history and the event handlers of a message, before it is handled.
  @inline(__always)
  private func tell(_ queued: QueuedMessage) {
    if queued.sender.isInRace { runner.willHandleMessage(from: queued.sender) }
    if let purity { check(purity, queued.message) }
    core.history?.record(ValueName(queued.message), queued.number, sentFrom: SendSite(queued))
    guard let events else { return }
    events.step = queued.number
    if events.wantsCommands, let run = queued.sender.run {
      events.answered(run.id, number: queued.number)
    }
    if events.wantsUpdates { events.handling(queued.envelope) }
    events.updateBegins()
  }

  /// Handles a message from outside that lies in memory, in an update that has begun, if nothing but
  /// the step sees it: the fast path, without a queue and without a box.
  ///
  /// - Returns: Whether the caller must end the update.
  func handleAtOnce(_ message: MessageInPlace, _ route: Unmanaged<Route>) -> Bool {
    lastNumber += 1
    return conclude(update(message, route), message, lastNumber, nil, nil)
  }

  /// The same for a message to a child, which is found while the message is delivered.
  ///
  /// - Returns: `nil` if nothing has happened. Then the message must be posted.
  func deliverAtOnce(_ message: MessageInPlace, _ site: SendSite) -> Bool? {
    // Observers get the old model before it is known whether the child is there.
    if observers.wantOldModel { return nil }
    guard let outcome = deliver(message) else { return nil }
    lastNumber += 1
    statistics.countHandled()
    return conclude(outcome, message, lastNumber, nil, site)
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
  }

  /// Updates the model, in an update that has begun.
  ///
  /// - Parameter route: The updaters of the message, if they need no box around it.
  @inline(__always)
  private func update(_ message: MessageInPlace, _ route: Unmanaged<Route>?) -> Outcome {
    if observers.wantOldModel { observers.willChange(model.inside) }
    statistics.countHandled()
    guard let route else { return deliver(message) ?? updateByRouter(message.value) }
    return route._withUnsafeGuaranteedRef { route in
      Outcome(
        commands: route.update(model.address, rawMessage: message.payload),
        mayCloseScopes: route.written & runner.openRegions != 0,
        // The purity check asks also the providers that have no reason to change.
        asksProviders: route.asksProviders || purity != nil && !providers.isEmpty)
    }
  }

  /// Updates the children at the address of a message. Returns `nil` if there are none, or no address:
  /// then nothing has happened.
  @inline(never)
  private func deliver(_ message: MessageInPlace) -> Outcome? {
    guard message.isScoped else { return nil }
    var delivery = Delivery(lastIndices)
    return router.deliver(message.payload[as: ScopedMessage.self], model.address, &delivery).map {
      Outcome(
        commands: $0, isTaken: delivery.isTaken, mayCloseScopes: runner.openRegions != 0,
        asksProviders: !providers.isEmpty)
    }
  }

  /// Updates the model with a message whose type no updater names.
  @inline(never)
  private func updateByRouter(_ value: any Message) -> Outcome {
    var delivery = Delivery(ScopedMessage.isAround(value) ? lastIndices : nil)
    let commands = router.handle(model.address, value, &delivery)
    return Outcome(
      commands: commands, isTaken: delivery.isTaken,
      mayCloseScopes: runner.mayCloseScopes(value, router), asksProviders: !providers.isEmpty)
  }

  /// Executes the rest of a step after its update, if anything follows from it.
  ///
  /// The order is: the new model, the observers, the children that are gone, the subscriptions, the
  /// commands. Messages that these send are queued, so steps are never nested.
  ///
  /// - Parameter site: The sender and source location of the message, for event handlers and for the
  ///   report of a message that no updater takes; `nil` if no event handler is told, and an updater takes the message.
  /// - Returns: Whether the caller must end the update, because nothing follows from it.
  @inline(__always)
  private func conclude(
    _ outcome: Outcome, _ message: MessageInPlace, _ number: UInt64,
    _ tracker: CompletionTracker?, _ site: SendSite?
  ) -> Bool {
    if outcome.commands.isEmpty && !outcome.mayCloseScopes && !outcome.asksProviders
      && outcome.isTaken && observers.isEmpty && purity == nil && events == nil
    {
      return true
    }
    follow(outcome, message, number, tracker, site)
    return false
  }

  /// Executes the rest of a step after its update, in this order.
  @inline(never)
  private func follow(
    _ outcome: Outcome, _ message: MessageInPlace, _ number: UInt64, _ tracker: CompletionTracker?,
    _ site: SendSite?
  ) {
    core.endUpdate()
    if let events, events.wantsMessages, let site {
      events.handled(
        site.envelope(of: message.value, number), outcome.commands)
    }
    if !outcome.isTaken, let site, !isAwaited(message.value, tracker) {
      reportUnreached(site, as: message.value)
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
    if outcome.asksProviders { declare(after: message, number) }
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
    for command in commands where !core.isStepAbandoned {
      runner.start(command, cause: number, tracker: tracker)
    }
    runner.endStep()
  }

  /// Calls the interceptors at the end of a step.
  private func tellResult(_ envelope: Envelope, _ commands: [any Command]) {
    if core.isStepAbandoned { return }
    for interceptor in interceptors { interceptor.after(envelope, model.inside, commands) }
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
