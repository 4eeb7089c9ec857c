import Katana

/// Handles the messages of one runtime, with its model: the cycle that everything else hangs off.
final class Cycle<AppModel: Model>: Engine, @unchecked Sendable {
  // Sendable as its superclass is: what it adds is constant, guarded by itself, or used inside only.
  let model: ModelCell<AppModel>
  private let router: Router
  private let declarations: SubscriptionDeclarations<AppModel>?
  private let initialCommands: [any Command]
  private let checksPurity: Bool
  private let interceptors: [Interceptor<AppModel>]
  private var observers = ObserverList<AppModel>()

  init(
    _ parts: RuntimeParts<AppModel>, home: Home, execution: Execution, tasks: (any TaskExecutor)?,
    softLimit: Int, checksPurity: Bool
  ) throws(WiringError) {
    self.model = ModelCell(parts.model)
    self.router = parts.routes.router
    self.declarations = parts.declarations
    self.initialCommands = parts.commands
    self.interceptors = parts.interceptors
    self.checksPurity = checksPurity
    super.init(
      home: home, execution: execution, tasks: tasks, softLimit: softLimit,
      effects: try Effects(parts.interpreters, home: home, tasks: tasks))
  }

  /// Handles one message. Everything it causes to be sent is queued, so steps never nest.
  override func step(_ arrived: Envelope) {
    guard let envelope = intercepted(arrived) else { return }
    let old = observers.needOld ? model.inside.pointee : nil
    let commands = update(envelope)
    observers.notify(old: old, new: model.inside.pointee)
    effects.closeScopes(contains)
    declareSubscriptions(after: envelope)
    for command in commands { start(command, after: envelope) }
    finish(envelope, commands)
  }

  override func begin() {
    guard !isClosed else { return }
    declareSubscriptions(after: nil)
    for command in initialCommands { start(command, after: nil) }
    for interceptor in interceptors { interceptor.started?(Dispatcher(interceptorSender)) }
  }

  override func end() {
    guard !shutdown.hasEnded else { return }
    effects.cancelAll()
    for interceptor in interceptors { interceptor.stopped?() }
    observers.removeAll()
    markEnded()
  }

  override func contains(_ scope: Scope) -> Bool {
    router.contains(UnsafeRawPointer(model.inside), scope.steps[...])
  }

  func addObserver(_ observer: Observer<AppModel>) {
    if shutdown.hasEnded { return observer.finish?() ?? () }
    observer.added?(model.inside.pointee)
    observers.add(observer)
  }

  func removeObserver(_ id: ObjectIdentifier) { observers.remove(id) }

  private var interceptorSender: Sender { Sender(home: home, origin: .interceptor) }

  /// The message to handle, if its sender and the interceptors let it pass.
  private func intercepted(_ arrived: Envelope) -> Envelope? {
    var envelope = arrived
    guard admit(&envelope) else { return nil }
    for interceptor in interceptors {
      guard let before = interceptor.before else { continue }
      switch before(envelope, model.inside.pointee) {
      case .handle: break
      case .replace(let message): envelope.message = message
      case .drop:
        _ = reject(envelope, .intercepted)
        return nil
      case .defer:
        putBack(envelope)
        return nil
      }
    }
    return envelope
  }

  /// The new model is committed when this returns.
  private func update(_ envelope: Envelope) -> [any Command] {
    let message = envelope.message
    if checksPurity { checkPurity(message) }
    home.statistics.countHandled()
    home.history?.record(envelope)
    return model.write { model in
      withUnsafeMutablePointer(to: &model) { router.handle(UnsafeMutableRawPointer($0), message) }
    }
  }

  private func declareSubscriptions(after envelope: Envelope?) {
    guard let declarations else { return }
    effects.subscriptions.declare(
      declarations.subscriptions(model: model.inside.pointee, message: envelope?.message),
      cause: envelope?.number ?? 0)
  }

  private func start(_ command: any Command, after envelope: Envelope?) {
    effects.start(
      command, cause: envelope?.number ?? 0, settlement: envelope?.sender.settlement,
      contains: contains)
  }

  private func finish(_ envelope: Envelope, _ commands: [any Command]) {
    for interceptor in interceptors {
      interceptor.after?(envelope, model.inside.pointee, commands)
    }
    envelope.sender.settlement?.handled(envelope.message, envelope.wait)
  }

  /// Runs the update twice on copies, and reports a difference.
  private func checkPurity(_ message: any Message) {
    func run() -> (AppModel, [any Command]) {
      var copy = model.inside.pointee
      let commands = withUnsafeMutablePointer(to: &copy) {
        router.handle(UnsafeMutableRawPointer($0), message)
      }
      return (copy, commands)
    }
    let (first, second) = (run(), run())
    let difference =
      Difference.first(between: first.0, and: second.0)
      ?? Difference.first(between: first.1, and: second.1)
    guard let difference, case .unequal = difference.reason else { return }
    home.report(
      .impureUpdate(message: Label(message).fullName, difference: difference.path))
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
