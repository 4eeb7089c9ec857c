import Katana

/// Handles the messages of one runtime, with its model: the cycle that everything else hangs off.
final class Cycle: Engine, @unchecked Sendable {
  // Sendable as its superclass is: what it adds is constant, guarded by itself, or used inside only.
  private let router: Router
  let rawRoutes: RawRoutes
  private let providers: [ProviderPlace]
  private let initialCommands: [any Command]
  private let interceptors: [ErasedInterceptor]
  private let purity: PurityCheck?
  private let dispatch: Dispatcher
  let statistics: Statistics
  private let history: History?
  let isPlain: Bool
  private var hasBegun = false
  /// What the update of a step that is not finished yet has returned.
  @exclusivity(unchecked) var unfinished: [any Command] = []
  // Unchecked: used inside only, and a dynamic check costs 12 ns for each message.
  @exclusivity(unchecked) var observers = ObserverList()

  init<AppModel: Model>(
    _ parts: RuntimeParts<AppModel>, home: Home, execution: Execution, tasks: (any TaskExecutor)?,
    softLimit: Int, checksPurity: Bool
  ) throws(WiringError) {
    self.providers = parts.declarations?.node.places ?? []
    self.router =
      providers.isEmpty
      ? parts.routes.router : Router(parts.routes.router, asking: providers)
    self.rawRoutes = RawRoutes(router)
    self.initialCommands = parts.commands
    self.interceptors = parts.interceptors.map { ErasedInterceptor($0) }
    self.purity = checksPurity ? PurityCheck(of: AppModel.self) : nil
    self.dispatch = Dispatcher(Sender(home: home, origin: .interceptor))
    self.statistics = home.statistics
    self.history = home.history
    // What a message meets in any case is not asked for each time.
    self.isPlain =
      execution.isAnywhere && interceptors.isEmpty && purity == nil && history == nil
    super.init(
      home: home, model: ModelCell(parts.model), execution: execution, tasks: tasks,
      softLimit: softLimit,
      effects: try Effects(parts.interpreters, home: home, tasks: tasks))
    effects.subscriptions.grow(to: providers.count)
  }

  /// Handles one message. Everything it causes to be sent is queued, so steps never nest.
  override func step(_ envelope: inout Envelope) {
    guard admit(&envelope), interceptors.isEmpty || intercept(&envelope) else { return }
    if !observers.isEmpty { observers.willChange(model.inside) }
    let commands = update(envelope)
    follow(commands, of: envelope.message, envelope.number, envelope.sender.settlement)
    finish(envelope, commands)
  }

  /// What follows an update, in this order.
  func follow(
    _ commands: [any Command], of message: any Message, _ number: UInt64,
    _ settlement: Settlement?
  ) {
    if !observers.isEmpty { observers.changed(model.inside) }
    if effects.hasOpenScopes { effects.closeScopes(contains) }
    if !providers.isEmpty { declare(after: message, number) }
    for command in commands { start(command, after: number, settlement) }
  }

  override func begin() {
    guard !isClosed else { return }
    hasBegun = true
    if !providers.isEmpty { declare(after: nil, 0) }
    for command in initialCommands { start(command, after: 0, nil) }
    for interceptor in interceptors { interceptor.started?(dispatch) }
  }

  override func end() {
    guard !shutdown.hasEnded else { return }
    effects.cancelAll()
    if hasBegun { for interceptor in interceptors { interceptor.stopped?() } }
    observers.removeAll()
    markEnded()
  }

  override func contains(_ scope: Scope) -> Bool { router.contains(model.inside, scope.steps[...]) }

  func addObserver(_ observer: Observer) {
    if shutdown.hasEnded { return observer.finish?() ?? () }
    observer.added?(model.inside)
    observers.add(observer)
  }

  func removeObserver(_ id: ObjectIdentifier) { observers.remove(id) }

  /// Whether the interceptors let a message pass; they may put another one in its place.
  private func intercept(_ envelope: inout Envelope) -> Bool {
    for interceptor in interceptors {
      switch interceptor.before?(envelope, model.inside) ?? .handle {
      case .handle: break
      case .replace(let message): envelope.message = message
      case .drop: return reject(envelope, .intercepted)
      case .defer:
        putBack(envelope)
        return false
      }
    }
    return true
  }

  /// The new model is committed when this returns.
  private func update(_ envelope: Envelope) -> [any Command] {
    if let purity { check(purity, envelope.message) }
    statistics.countHandled()
    if let history { history.record(envelope) }
    return model.write { router.handle($0, envelope.message) }
  }

  private func check(_ purity: PurityCheck, _ message: any Message) {
    if let issue = purity.issue(router, model.inside, message) { home.report(issue) }
  }

  /// Asks the providers that may declare something else now; all of them at the start.
  private func declare(after message: (any Message)?, _ number: UInt64) {
    let affected = message.flatMap(router.providersToAsk) ?? Array(providers.indices)
    if purity != nil, let message { checkProviders(except: affected, message) }
    if affected.isEmpty { return }
    effects.subscriptions.declare(
      affected.map { ($0, providers[$0].subscriptions(model.inside, message)) }, cause: number)
  }

  /// Reports the providers that would declare something else, although nothing that they may read has
  /// changed: they read something else.
  private func checkProviders(except affected: [Int], _ message: any Message) {
    for index in Set(providers.indices).subtracting(affected).sorted() {
      let (old, new) = (
        effects.subscriptions.list(of: index), providers[index].subscriptions(model.inside, message)
      )
      if ChangedPart(from: old, to: new).isEmpty { continue }
      let path = Difference.first(between: old, and: new)?.path ?? ""
      home.report(
        .impureSubscriptions(
          message: Label(message).fullName, difference: path.isEmpty ? "the whole" : path))
    }
  }

  private func start(_ command: any Command, after number: UInt64, _ settlement: Settlement?) {
    effects.start(command, cause: number, settlement: settlement, contains: contains)
  }

  private func finish(_ envelope: Envelope, _ commands: [any Command]) {
    if !interceptors.isEmpty {
      for interceptor in interceptors { interceptor.after?(envelope, model.inside, commands) }
    }
    envelope.sender.settlement?.done(envelope.message, envelope.wait)
  }
}

/// What a runtime is made of, as its user gave it.
struct RuntimeParts<AppModel: Model> {
  let model: AppModel
  let routes: UpdateRoutes<AppModel>
  let declarations: SubscriptionDeclarations<AppModel>?
  let commands: [any Command]
  let interpreters: [Interpreter]
  let interceptors: [Interceptor<AppModel>]
}
