import Katana

/// Handles the messages of one runtime, with its model: the cycle that everything else hangs off.
/// Used inside the runtime's steps only.
final class Cycle: @unchecked Sendable {
  // Sendable, because all state is constant, guarded by itself, or used inside only: by the thread
  // that is at work, of which there is never more than one. That is also why the hottest state goes
  // without dynamic exclusivity checks, which cost 12 ns for each message.
  let home: Home
  let model: ModelCell
  let effects: Effects
  let rawRoutes: RawRoutes
  let statistics: Statistics
  let router: Router
  @exclusivity(unchecked) private var usedPlaces: LastPlaces?
  /// What says which subscriptions should be active.
  let providers: [ProviderPlace]
  private let initialCommands: [any Command]
  private let interceptors: [ErasedInterceptor]
  let purity: PurityCheck?
  /// Whether messages are handled whatever their address, for tests of an interpreter alone.
  let takesEveryAddress: Bool
  var unreached = Unreached()
  private var hasReportedDuplicates = false
  private var hasReportedObjects = false
  private let history: History?
  private var hasBegun = false
  @exclusivity(unchecked) var shutdown = Shutdown()
  @exclusivity(unchecked) var finishing = Finishing()
  /// The number of the message handled last, in the total order of messages.
  @exclusivity(unchecked) var lastNumber: UInt64 = 0
  /// What the update of a step that is not finished yet has returned.
  @exclusivity(unchecked) var unfinished: [any Command] = []
  @exclusivity(unchecked) var observers = ObserverList()
  /// Those who wait for the consequences of a message.
  private var settlements: [Settlement] = []
  /// From how many on those are removed whose waiting is over.
  private var settlementLimit = 16

  init<AppModel: Model>(
    _ program: Program<AppModel>, _ interpreters: [Interpreter],
    _ options: RuntimeOptions<AppModel>, home: Home
  ) throws(WiringError) {
    self.home = home
    self.model = ModelCell(program.model, home: home)
    let router = program.feature.node.router
    self.providers = router.providerPlaces
    self.router = providers.isEmpty ? router : Router(router, asking: providers)
    self.effects = try Effects(interpreters, home: home, router: self.router)
    self.rawRoutes = RawRoutes(self.router)
    self.initialCommands = program.commands
    self.interceptors = options.interceptors.map { interceptor in
      ErasedInterceptor(interceptor.made(Dispatcher(Sender(home: home, origin: .interceptor))))
    }
    self.purity = options.checksPurity ? PurityCheck(of: AppModel.self) : nil
    self.takesEveryAddress = options.takesEveryAddress
    self.statistics = home.statistics
    self.history = home.history
    effects.subscriptions.grow(to: providers.count)
  }

  /// Where rows were found last; made for the first message with an address.
  var places: LastPlaces {
    if let usedPlaces { return usedPlaces }
    let places = LastPlaces()
    usedPlaces = places
    return places
  }

  /// Whether a message meets nothing but its update and what follows from that.
  var isPlain: Bool { interceptors.isEmpty && purity == nil && history == nil }

  /// Does what comes before the first message.
  func begin() {
    guard !home.isClosed else { return }
    hasBegun = true
    if !interceptors.isEmpty {
      let dispatch = Dispatcher(Sender(home: home, origin: .interceptor))
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
    if home.isClosed {
      statistics.add(to: .lost)
    } else if finishing.hasBegun && envelope.sender.isOutside {
      home.refuseWhileFinishing(envelope)
    } else {
      step(&envelope)
    }
    if envelope.sender.isRun && envelope.sender.messageIsDone() {
      effects.keepTrack(of: &envelope.sender)
    }
    if finishing.hasBegun { checkFinished() }
  }

  /// Handles one message. Everything it causes to be sent is queued, so steps never nest.
  private func step(_ envelope: inout QueuedMessage) {
    guard admit(&envelope), interceptors.isEmpty || intercept(&envelope) else { return }
    if envelope.sender.isInRace { effects.isHeard(from: envelope.sender) }
    if !observers.isEmpty { observers.willChange(model.inside) }
    let commands = update(envelope)
    follow(commands, of: envelope.message, envelope.number, envelope.sender.settlement)
    finish(envelope, commands)
  }

  /// The new model is committed when this returns.
  private func update(_ envelope: QueuedMessage) -> [any Command] {
    if let purity { check(purity, envelope.message) }
    statistics.countHandled()
    if let history { history.record(envelope.envelope) }
    let commands: [any Command]
    let type = typeID(of: envelope.message)
    let isAddressed = type == ObjectIdentifier(ScopedMessage.self)
    if !isAddressed, let route = rawRoutes[type] {
      commands = route._withUnsafeGuaranteedRef { route in
        model.write { route.update($0, envelope.message) }
      }
    } else {
      var delivery = Delivery(isAddressed ? places : nil)
      commands = model.write { router.handle($0, envelope.message, &delivery) }
      if !delivery.isTaken { reportUnreached(envelope, as: envelope.message) }
    }
    if purity != nil { reportDuplicates() }
    return commands
  }

  /// Reports a collection whose elements cannot be told apart, once.
  private func reportDuplicates() {
    guard !hasReportedDuplicates else { return }
    for issue in RuntimeIssue.duplicates(in: model.inside, router) {
      hasReportedDuplicates = true
      home.report(issue)
    }
  }

  private func check(_ purity: PurityCheck, _ message: any Message) {
    if hasReportedObjects { return }
    guard let issue = purity.issue(router, model.inside, message) else { return }
    hasReportedObjects = issue.kind == .purityNotChecked
    home.report(issue)
  }

  /// What follows an update, in this order.
  func follow(
    _ commands: [any Command], of message: any Message, _ number: UInt64,
    _ settlement: Settlement?
  ) {
    if !observers.isEmpty { observers.changed(model.inside) { home.isStepAbandoned } }
    if home.isStepAbandoned { return }
    if effects.mayCloseScopes(message, router) {
      effects.closeScopes(after: message, router, model.inside, places)
    }
    if !providers.isEmpty { declare(after: message, number) }
    start(commands, after: number, settlement)
  }

  private func start(_ commands: [any Command], after number: UInt64, _ settlement: Settlement?) {
    for command in commands where !home.isStepAbandoned {
      effects.start(command, cause: number, settlement: settlement, contains: contains)
    }
    effects.endStep()
  }

  private func finish(_ envelope: QueuedMessage, _ commands: [any Command]) {
    if !interceptors.isEmpty, !home.isStepAbandoned {
      let seen = envelope.envelope
      for interceptor in interceptors { interceptor.after?(seen, model.inside, commands) }
    }
    envelope.sender.settlement?.done(envelope.message, envelope.wait)
  }

  func addObserver(_ observer: Observer) {
    if shutdown.hasEnded { return observer.finish?() ?? () }
    observer.added?(model.inside)
    observers.add(observer)
  }

  /// Whether the model has the child at an address.
  func contains(_ scope: Scope) -> Bool { router.contains(model.inside, scope, places) }

  /// Ends after the current step.
  func shutDown() {
    giveUpFinishing()
    stopAll()
    for settlement in settlements { settlement.abandon() }
    endWhenQuiet()
  }

  private func stopAll() {
    guard !shutdown.hasEnded else { return }
    effects.cancelAll()
    if hasBegun { for interceptor in interceptors { interceptor.stopped?() } }
    observers.removeAll()
    markEnded()
  }

  /// A run has ended.
  func finished(_ id: Run.ID, _ settlement: Settlement?) {
    effects.finished(id)
    settlement?.ended(id)
    endWhenQuiet()
    if finishing.hasBegun { checkFinished() }
  }

  /// Remembers somebody who waits.
  func add(_ settlement: Settlement) {
    if home.isClosed { return settlement.abandon() }
    settlements.append(settlement)
    guard settlements.count >= settlementLimit else { return }
    settlements.removeAll(where: \.isOver)
    settlementLimit = max(16, 2 * settlements.count)
  }
}

extension Cycle {
  /// The message of an envelope, if it may still be handled: its sender was not silenced and the
  /// child it comes from or goes to is there.
  private func admit(_ envelope: inout QueuedMessage) -> Bool {
    let sender = envelope.sender
    if envelope.isBuffered, let declaration = sender as? Declaration {
      guard let message = effects.subscriptions.takeBuffered(declaration) else { return false }
      envelope.message = message
      envelope.isBuffered = false
    }
    if sender.isSilenced { return reject(envelope, .silenced) }
    guard !takesEveryAddress, let scoped = ScopedMessage.unboxed(envelope.message) else {
      return true
    }
    guard let resolved = router.resolve(scoped) else {
      reportUnreached(envelope, as: scoped)
      return reject(envelope, .unknownAddress)
    }
    if resolved.origin == nil, scoped.origin != nil { envelope.message = resolved }
    if let scope = sender.scope, scope.isGone, resolved.scope.begins(with: scope.address) {
      return reject(envelope, .gone)
    }
    switch router.presence(model.inside, resolved.scope, places) {
    case .present: return true
    case .unknown:
      reportUnreached(envelope, as: resolved)
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
    envelope.sender.settlement?.done(nil, envelope.wait)
    return false
  }

  /// Puts a message back at the end of the queue.
  private func putBack(_ envelope: QueuedMessage) {
    var envelope = envelope
    if envelope.wait == .none, let settlement = envelope.sender.settlement {
      settlement.deferred()
      envelope.wait = .chain
    }
    envelope.sender.countMessage()
    home.post(envelope)
  }
}
