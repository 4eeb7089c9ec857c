import Katana

/// Observers see a past model, or the present one again; or the app goes on from another model.
extension Loop {
  /// - Parameter past: The model that observers see from now on; `nil` for the present one.
  func show(_ past: (any Model)?) {
    let isNeeded = past == nil ? observers.isPaused : !core.isClosed
    if !isNeeded { return }
    withShownModel(observers.willChange)
    set(past: past)
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
    dropCommands()
    declareAll(lastNumber)
    tellObservers()
    checkFinished()
  }

  /// Cancels all commands that run or wait, drops their messages, and ends the lifetimes of all children.
  /// Later commands start normally.
  private func dropCommands() {
    firstKept = RunID.next()
    activities.react(to: .cancelAll)
    for run in liveRuns() { run.cancel() }
    endLives()
    lookAtWaitingLater()
  }

  /// Sets the model that observers see. It is set before observers are called: messages that they
  /// send when they receive a past model are refused, and messages that they send when they receive
  /// the current model are handled.
  private func set(past: (any Model)?) {
    // Returned, because its end may run code of the app, so not with the lock held.
    _ = core.rareLock.withLock {
      defer { self.past = past }
      return self.past
    }
    observers.isPaused = past != nil
    let flag = ExecutionState.showsPast
    core.inbox.state.change { past == nil ? $0.remove(flag) : $0.insert(flag) }
    core.statistics.countReplacement()
  }

  private func tellObservers() {
    withShownModel { model in
      observers.changed(model, by: { .everything }, in: core)
    }
  }

  /// Calls a function with the address of the model that observers see.
  func withShownModel(_ look: (ReadPlace) -> Void) {
    if let past = core.rareLock.withLock({ past }) {
      withPlace(of: past, look)
    } else {
      look(model.inside)
    }
  }
}
