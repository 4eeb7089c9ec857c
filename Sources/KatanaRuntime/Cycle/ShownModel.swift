package import Katana
import Synchronization

extension Runtime {
  /// Shows a past model: observers are told of it, and stores read it.
  ///
  /// The present goes on behind: ``model`` and ``snapshot()`` stay the present, the answers of running
  /// commands and the messages of subscriptions are handled, and observers are told of none of these
  /// steps. Messages from the outside, such as those of views, are refused and counted in
  /// ``Statistics/refused``. Nothing follows from the past model: neither subscriptions nor commands
  /// start, and listeners are told of nothing.
  ///
  /// It comes in order with the messages, from any thread, and can be called again with another model. After
  /// the end of the runtime it does nothing; at the end, the present is shown.
  public func show(_ past: AppModel) { core.post { $0.show(past) } }

  /// Shows the present again after ``show(_:)``: observers are told of it, and messages from the outside are
  /// handled.
  public func showPresent() { core.post { $0.showPresent() } }

  /// Goes on from a model, usually a past one, in place of the present, which is dropped.
  ///
  /// It comes in order with the messages, from any thread: the model becomes this one; all commands that
  /// run or wait are cancelled, and what they send later is not handled; each child of the model begins a
  /// new life; subscriptions become those which this model declares; observers are told, and messages
  /// from the outside are handled again. After the end of the runtime it does nothing.
  public func goOn(from past: AppModel) { core.post { $0.goOn(from: past) {} } }

  /// The model that observers were told of last: the past one that is shown, or the present.
  var shownModel: AppModel {
    guard showsPast else { return model }
    return cycle.past.withLock { $0 } as? AppModel ?? model
  }

  /// Whether a past model is shown.
  var showsPast: Bool { core.state.has(ExecutionState.showsPast) }
}

/// What a listener may do with the model of its runtime.
package enum ModelTravel: Sendable {
  /// As ``Runtime/show(_:)``.
  case show(any Model)
  /// As ``Runtime/showPresent()``.
  case showPresent
  /// As ``Runtime/goOn(from:)``. `told` is called before the listeners are told.
  case goOn(any Model, told: @Sendable () -> Void)
}

extension RuntimeCore {
  func post<AppModel: Model>(_ travel: ModelTravel, of type: AppModel.Type) {
    switch travel {
    case .show(let past): if let past = past as? AppModel { post { $0.show(past) } }
    case .showPresent: post { $0.showPresent() }
    case .goOn(let past, let told):
      if let past = past as? AppModel { post { $0.goOn(from: past, told: told) } }
    }
  }
}

extension Cycle {
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

  /// - Parameter told: Called before the listeners are told.
  func goOn(from model: some Model, told: () -> Void) {
    if core.isClosed { return }
    withShownModel(observers.willChange)
    self.model.replace(with: model)
    set(past: nil)
    told()
    core.events?.modelReplaced(after: lastNumber)
    runner.dropCommands()
    if !providers.isEmpty { declare(after: nil, lastNumber) }
    tellObservers()
    if finishing.hasBegun { checkFinished() }
  }

  /// Says what observers see from now on. What they send when they are told of a past model is refused
  /// already, and what they send when they are told of the present is handled.
  private func set(past: (any Model)?) {
    let old = self.past.withLock { model in
      defer { model = past }
      return model
    }
    withExtendedLifetime(old) {}  // Its end may run code of the app, so not with the lock held.
    observers.isPaused = past != nil
    core.state.change { state in
      if past == nil {
        state.remove(ExecutionState.showsPast)
      } else {
        state.insert(ExecutionState.showsPast)
      }
    }
  }

  private func tellObservers() {
    withShownModel { model in observers.changed(model) { core.isStepAbandoned } }
  }

  /// Calls a function with the address of the model that observers see.
  func withShownModel(_ look: (UnsafeRawPointer) -> Void) {
    func open(_ model: some Model) { withUnsafePointer(to: model) { look(UnsafeRawPointer($0)) } }
    if let past = past.withLock({ $0 }) { open(past) } else { look(model.inside) }
  }
}
