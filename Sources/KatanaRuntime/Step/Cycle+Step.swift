import Katana

/// The way of a message, from its place in the queue or from outside, to what follows from it.
extension Cycle {
  func handleAtOnce(_ message: ReadPlace, _ type: any Message.Type, from site: SendSite) -> Bool? {
    // Observers get the old model before it is known whether a child is there.
    if observers.wantOldModel && type == ScopedMessage.self { return nil }
    guard let outcome = update(message, type) ?? updateBoxed(message, type) else {
      return handleReaddressed(message[as: ScopedMessage.self], from: site)
    }
    lastNumber += 1
    return conclude(outcome, type, site) { boxed(message, type) }
  }

  /// The same for a message whose child was not found at the address as it was written: everything behind
  /// the update must see the address that the framework uses.
  private func handleReaddressed(_ scoped: ScopedMessage, from site: SendSite) -> Bool? {
    guard let address = router.resolve(scoped),
      let readdressed = router.readdressed(scoped, to: address)
    else { return nil }
    return withPlace(of: readdressed) { handleAtOnce($0, ScopedMessage.self, from: site) }
  }

  func handle(_ queued: inout QueuedMessage) {
    lastNumber += 1
    queued.number = lastNumber
    if core.isClosed {
      core.drop(queued, .lost)
    } else if finishing.hasBegun, case .outside = queued.sender.origin {
      refuseWhileFinishing(queued)
    } else if observers.isPaused, case .outside = queued.sender.origin {
      core.drop(queued, .refused)
    } else if admit(&queued) && decideRace(by: queued) {
      tell(queued)
      core.inbox.beginUpdate()
      let (updated, type) = withPayload(of: &queued.message) { (update($0, $1), $1) }
      let outcome = updated ?? updateByRouter(queued.message)
      if conclude(outcome, type, queued.site, { queued.message }) { core.inbox.endUpdate() }
      queued.sender.tracker?.done(queued.message, queued.wait)
      events?.step = 0
    }
    if queued.sender.isRun && queued.sender.messageIsDone() {
      runner.keepTrack(of: &queued.site.sender)
    }
    if finishing.hasBegun { checkFinished() }
  }

  /// Lets a message of a `Race` cancel the other members. Returns whether the message is handled: a queue
  /// that becomes free may begin with a command that cancels its sender, and what is cancelled is silent.
  private func decideRace(by queued: QueuedMessage) -> Bool {
    guard queued.sender.isInRace else { return true }
    runner.willHandleMessage(from: queued.sender)
    if !queued.sender.isSilenced { return true }
    core.drop(queued, .silenced)
    return false
  }

  /// Tells the history and the event handlers of a message, before it is handled.
  @inline(__always)
  private func tell(_ queued: QueuedMessage) {
    guard isWatched else { return }
    checkPurity(queued.message)
    core.history?.record(queued.site.entry(of: queued.message, queued.number))
    guard let events else { return }
    events.step = queued.number
    if events.wants(.commands), let run = queued.sender.run {
      events.answered(run.id, number: queued.number)
    }
    if events.wants(.updates) { events.handling(queued.envelope) }
    events.updateBegins()
  }

  /// Ends a step after its update.
  ///
  /// - Parameter box: Returns the message, in a box that is made when it is needed.
  /// - Returns: Whether the caller must end the update, because nothing follows from it.
  @inline(__always)
  private func conclude(
    _ outcome: Outcome, _ type: any Message.Type, _ site: SendSite, _ box: () -> any Message
  ) -> Bool {
    statistics.countHandled()
    if outcome.hasNoConsequences && observers.isEmpty && !tellsOfEachUpdate { return true }
    follow(outcome, type, site, box)
    return false
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

    var hasNoConsequences: Bool {
      commands.isEmpty && !mayCloseScopes && !asksProviders && isTaken
    }
  }

  /// Updates the model, in an update that has begun. Returns `nil` if nothing has changed: the message
  /// needs a box, or is for a child that was not found.
  @inline(__always)
  private func update(_ message: ReadPlace, _ type: any Message.Type) -> Outcome? {
    if observers.wantOldModel { observers.willChange(model.inside) }
    guard let route = router.routeWithoutBox(of: type) else {
      return type == ScopedMessage.self ? deliver(message[as: ScopedMessage.self]) : nil
    }
    return route._withUnsafeGuaranteedRef { route in
      Outcome(
        commands: route.update(model.address, rawMessage: message),
        mayCloseScopes: runner.mayCloseScopes(route),
        // The purity check asks also the providers that have no reason to change.
        asksProviders: route.asksProviders || purity != nil && !providers.isEmpty)
    }
  }

  /// Updates the model with a message that needs a box. Returns `nil` for one with an address.
  @inline(never)
  private func updateBoxed(_ message: ReadPlace, _ type: any Message.Type) -> Outcome? {
    type == ScopedMessage.self ? nil : updateByRouter(boxed(message, type))
  }

  /// Updates the child at the address of a message. Returns `nil` if there is none, or if its address
  /// is not the one that the framework uses: then no updater was called.
  @inline(never)
  private func deliver(_ message: ScopedMessage) -> Outcome? {
    var delivery = Delivery(lastIndices)
    return router.deliver(message, model.address, &delivery).map {
      Outcome(
        commands: $0, isTaken: delivery.isTaken, mayCloseScopes: runner.hasOpenScopes,
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
      mayCloseScopes: runner.mayCloseScopes(value), asksProviders: !providers.isEmpty)
  }

  /// Executes the rest of a step after its update, in this order: the new model is visible, then
  /// observers, children that are gone, subscriptions, commands, interceptors. Messages that these
  /// send are queued, so steps are never nested.
  @inline(never)
  private func follow(
    _ outcome: Outcome, _ type: any Message.Type, _ site: SendSite, _ box: () -> any Message
  ) {
    core.inbox.endUpdate()
    let (number, tracker) = (lastNumber, site.sender.tracker)
    if let events, events.wants(.messages) {
      events.handled(site.envelope(of: box(), number), outcome.commands)
    }
    if !outcome.isTaken, !isAwaited(box(), tracker) { reportUnreached(site, as: box()) }
    if purity != nil { reportDuplicates() }
    if !outcome.commands.isEmpty && !sharedSlices.isEmpty { reportSharedSlices { $0.take(box()) } }
    if !observers.isEmpty {
      observers.changed(model.inside, by: { router.change(by: box()) }, in: core)
    }
    if outcome.mayCloseScopes {
      runner.closeScopes(after: box(), model.inside, lastIndices)
    }
    if outcome.asksProviders { declare(after: type, number, box) }
    start(outcome.commands, after: number, tracker)
    if interceptsResults {
      let envelope = site.envelope(of: box(), number)
      for interceptor in interceptors {
        core.call { interceptor.after(envelope, model.inside, outcome.commands) }
      }
    }
  }

  func start(_ commands: [any Command], after number: UInt64, _ tracker: CompletionTracker?) {
    for command in commands { runner.start(command, cause: number, tracker: tracker) }
    runner.endStep()
  }
}

extension Router {
  /// Returns the updaters of a message type, if they need no box around the message.
  @inline(__always)
  fileprivate func routeWithoutBox(of type: any Message.Type) -> Unmanaged<Route>? {
    guard let route = routes.byType.route(of: ObjectIdentifier(type)),
      route._withUnsafeGuaranteedRef({ $0.isRaw })
    else { return nil }
    return route
  }
}
