import Katana

/// The way of a message, from its place in the queue or from outside, to what follows from it.
extension Cycle {
  func handleAtOnce<M: Message>(_ message: M, from site: SendSite) -> Bool? {
    // Observers get the old model before it is known whether a child is there.
    if M.self == ScopedMessage.self && observers.wantOldModel { return nil }
    return step(message, site, nil)
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
    } else if admit(&queued) {
      tell(queued)
      core.inbox.beginUpdate()
      if step(queued.message, queued.site, queued) == true { core.inbox.endUpdate() }
      queued.sender.tracker?.done(queued.message, queued.wait)
      events?.step = 0
    }
    if queued.sender.isRun && queued.sender.messageIsDone() {
      runner.keepTrack(of: &queued.site.sender)
    }
    if finishing.hasBegun { checkFinished() }
  }

  /// Tells the history and the event handlers of a message, before it is handled.
  @inline(__always)
  private func tell(_ queued: QueuedMessage) {
    if queued.sender.isInRace { runner.willHandleMessage(from: queued.sender) }
    guard isWatched else { return }
    if let purity { check(purity, queued.message) }
    core.history?.record(queued.site.entry(of: queued.message, queued.number))
    guard let events else { return }
    events.step = queued.number
    if events.wantsCommands, let run = queued.sender.run {
      events.answered(run.id, number: queued.number)
    }
    if events.wantsUpdates { events.handling(queued.envelope) }
    events.updateBegins()
  }

  /// One step, in an update that has begun.
  ///
  /// - Parameter queued: The message in its box; `nil` if it has none, since it is handled at once.
  /// - Returns: Whether the caller must end the update, because nothing follows from it. `nil` if
  ///   nothing has happened: a message without a box is for a child that was not found.
  @inline(__always)
  private func step<M: Message>(_ message: M, _ site: SendSite, _ queued: QueuedMessage?) -> Bool? {
    if observers.wantOldModel { observers.willChange(model.inside) }
    let delivered = update(message)
    if delivered == nil && queued == nil { return nil }
    let outcome = delivered ?? updateByRouter(message)
    statistics.countHandled()
    if queued == nil { lastNumber += 1 }
    if outcome.hasNoConsequences && observers.isEmpty && !tellsOfEachUpdate { return true }
    follow(outcome, queued?.message ?? message, site)
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

  /// Updates the model. Returns `nil` if the message is for a child that was not found: then nothing
  /// has happened.
  @inline(__always)
  private func update<M: Message>(_ message: M) -> Outcome? {
    if let route = router.routeWithoutBox(of: M.self) {
      return route._withUnsafeGuaranteedRef { route in
        Outcome(
          commands: withPlace(of: message) { route.update(model.address, rawMessage: $0) },
          mayCloseScopes: route.written & runner.openRegions != 0,
          // The purity check asks also the providers that have no reason to change.
          asksProviders: route.asksProviders || purity != nil && !providers.isEmpty)
      }
    }
    return M.self == ScopedMessage.self
      ? withPlace(of: message) { deliver($0[as: ScopedMessage.self]) } : updateByRouter(message)
  }

  /// Updates the child at the address of a message. Returns `nil` if there is none: then nothing has
  /// happened.
  @inline(never)
  private func deliver(_ message: ScopedMessage) -> Outcome? {
    var delivery = Delivery(lastIndices)
    return router.deliver(message, model.address, &delivery).map {
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

  /// Executes the rest of a step after its update, in this order: the new model is visible, then
  /// observers, children that are gone, subscriptions, commands, interceptors. Messages that these
  /// send are queued, so steps are never nested.
  @inline(never)
  private func follow(_ outcome: Outcome, _ message: any Message, _ site: SendSite) {
    core.inbox.endUpdate()
    let (number, tracker) = (lastNumber, site.sender.tracker)
    if let events, events.wantsMessages {
      events.handled(site.envelope(of: message, number), outcome.commands)
    }
    if !outcome.isTaken, !isAwaited(message, tracker) { reportUnreached(site, as: message) }
    if purity != nil { reportDuplicates() }
    if !outcome.commands.isEmpty && !sharedSlices.isEmpty {
      reportSharedSlices { $0.take(message) }
    }
    if !observers.isEmpty {
      observers.changed(model.inside, by: { router.change(by: message) }) { core.isStepAbandoned }
    }
    if outcome.mayCloseScopes && !core.isStepAbandoned {
      runner.closeScopes(after: message, router, model.inside, lastIndices)
    }
    if outcome.asksProviders && !core.isStepAbandoned {
      declare(router.providersToAsk(after: message), after: message, number)
    }
    start(outcome.commands, after: number, tracker)
    if interceptsResults && !core.isStepAbandoned {
      let envelope = site.envelope(of: message, number)
      for interceptor in interceptors { interceptor.after(envelope, model.inside, outcome.commands) }
    }
  }

  func start(_ commands: [any Command], after number: UInt64, _ tracker: CompletionTracker?) {
    for command in commands where !core.isStepAbandoned {
      runner.start(command, cause: number, tracker: tracker)
    }
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
