import Katana

extension Runtime {
  /// Shows a past model: observers are called with it, and stores read it.
  ///
  /// Meanwhile the app goes on with its current model, which ``model`` and ``snapshot()`` still
  /// return. Messages of running commands and of subscriptions are handled, but observers are not
  /// called. Messages from outside, such as those of views, are refused and counted in
  /// ``Statistics/refused``. The past model starts neither subscriptions nor commands, and
  /// event handlers receive no event for it.
  ///
  /// The change happens in order with the messages. May be called from any thread, and again with
  /// another model. After the end of the runtime, a call has no effect. When the runtime ends, the
  /// current model is shown again.
  public func show(_ past: AppModel) { core.post { [cycle] in cycle.show(past) } }

  /// Shows the current model again after ``show(_:)``: observers are called with it, and messages
  /// from outside are handled again. May be called from any thread; the change happens in order
  /// with the messages.
  public func showPresent() { core.post { [cycle] in cycle.showPresent() } }

  /// Replaces the current model by another one, usually a past one, and goes on from there.
  ///
  /// The change happens in order with the messages, in these steps:
  ///
  /// 1. The model is replaced.
  /// 2. All commands that run or wait are cancelled; messages that they send later are dropped.
  ///    Each child of the model begins a new lifetime.
  /// 3. Subscriptions become those that the new model declares.
  /// 4. Observers are called.
  ///
  /// Messages from outside are handled again, if a past model was shown. May be called from any
  /// thread. After the end of the runtime, a call has no effect.
  public func goOn(from past: AppModel) { core.post { [cycle] in cycle.goOn(from: past) {} } }

  /// The model that observers see: the past one that is shown, or the current one.
  var shownModel: AppModel {
    guard showsPast else { return model }
    return core.rareLock.withLock { cycle.past } as? AppModel ?? model
  }

  /// Whether a past model is shown.
  var showsPast: Bool { core.inbox.state.has(ExecutionState.showsPast) }
}

extension Cycle {
  func travel(_ travel: ModelTravel) {
    switch travel {
    case .show(let past): show(past)
    case .showPresent: showPresent()
    case .goOn(let past, let told): goOn(from: past, told: told)
    }
  }

  func show(_ past: some Model) {
    if core.isClosed { return }
    withShownModel(observers.willChange)
    set(past: past)
    tellObservers()
  }

  func showPresent() {
    guard observers.isPaused else { return }
    withShownModel(observers.willChange)
    set(past: nil)
    tellObservers()
  }

  /// - Parameter told: Called after the model was replaced, before the event handlers are called.
  func goOn(from model: some Model, told: () -> Void) {
    if core.isClosed { return }
    withShownModel(observers.willChange)
    self.model.replace(with: model)
    set(past: nil)
    told()
    events?.modelReplaced(after: lastNumber)
    runner.dropCommands()
    if !providers.isEmpty { declareAll(lastNumber) }
    tellObservers()
    if finishing.hasBegun { checkFinished() }
  }

  /// Sets the model that observers see. It is set before observers are called: messages that they
  /// send when they receive a past model are refused, and messages that they send when they receive
  /// the current model are handled.
  private func set(past: (any Model)?) {
    let old = core.rareLock.withLock {
      defer { self.past = past }
      return self.past
    }
    withExtendedLifetime(old) {}  // Its end may run code of the app, so not with the lock held.
    observers.isPaused = past != nil
    core.inbox.state.change { state in
      if past == nil {
        state.remove(ExecutionState.showsPast)
      } else {
        state.insert(ExecutionState.showsPast)
      }
    }
    core.statistics.countReplacement()
  }

  private func tellObservers() {
    withShownModel { model in
      observers.changed(model, by: { .everything }) { core.isStepAbandoned }
    }
  }

  /// Calls a function with the address of the model that observers see.
  func withShownModel(_ look: (ReadPlace) -> Void) {
    func open(_ model: some Model) { withPlace(of: model, look) }
    if let past = core.rareLock.withLock({ past }) { open(past) } else { look(model.inside) }
  }
}
