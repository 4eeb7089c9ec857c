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
  public func show(_ past: AppModel) { core.post { [loop] in loop.show(past) } }

  /// Shows the current model again after ``show(_:)``: observers are called with it, and messages
  /// from outside are handled again. May be called from any thread; the change happens in order
  /// with the messages.
  public func showPresent() { core.post { [loop] in loop.show(nil) } }

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
  public func goOn(from past: AppModel) { core.post { [loop] in loop.goOn(from: past) {} } }

  /// The model that observers see: the past one that is shown, or the current one.
  package var shownModel: AppModel {
    guard showsPast else { return model }
    return core.rareLock.withLock { loop.past } as? AppModel ?? model
  }

  /// Whether a past model is shown.
  var showsPast: Bool { core.inbox.state.has(ExecutionState.showsPast) }
}
