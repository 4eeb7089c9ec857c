import Katana

extension Loop {
  /// What a message does, in this order: the update, and the new model is visible; observers; commands of
  /// children that are gone; subscriptions; commands. Messages that are sent meanwhile are queued, so steps
  /// are never nested.
  ///
  /// - Parameter done: The update, if ``updateAtOnce(_:_:)`` has made it.
  func step(_ queued: inout QueuedMessage, after done: Update? = nil) {
    guard done != nil || admit(&queued) else { return messageIsDone(&queued) }
    let update = done ?? update(by: &queued)
    let message = queued.message
    statistics.countHandled()
    events?.handled(queued.envelope, update.commands)
    if !update.isTaken && !isAwaited(message, queued.sender.tracker) {
      reportUnreached(queued.site, as: message)
    }
    if !update.commands.isEmpty { reportSharedSlices { $0.take(message) } }
    if !observers.isEmpty {
      observers.changed(model.inside, by: { router.change(by: message) }, in: core)
    }
    if update.mayCloseScopes { closeScopes(after: message) }
    if update.asksProviders || !goneLists.isEmpty { declare(after: message, queued.number) }
    start(update.commands, cause: queued.number, queued.sender.tracker)
    for interceptor in interceptors {
      core.call { interceptor.after?(queued.envelope, model.inside, update.commands) }
    }
    queued.sender.tracker?.done(message, queued.wait)
    events?.step = 0
    // Nothing else may hold the sender here: a run has ended if nobody else does.
    messageIsDone(&queued)
  }

  var statistics: Statistics { core.statistics }

  /// What an update has done.
  struct Update {
    var commands: [any Command]
    /// Whether at least one updater has taken the message.
    var isTaken = true
    /// Whether children may be gone that have a record.
    var mayCloseScopes: Bool
    /// Whether the declared subscriptions may have changed.
    var asksProviders: Bool

    var hasNoConsequences: Bool {
      commands.isEmpty && !mayCloseScopes && !asksProviders && isTaken
    }
  }

  /// Updates the model with a message from outside that found the runtime idle, in an update that has
  /// begun. Only updaters see it, so it needs neither a box nor a place in the queue, unless something
  /// follows from it.
  ///
  /// - Returns: `nil` if nothing has happened, since the message must be queued.
  func updateAtOnce(_ message: ReadPlace, _ type: any Message.Type) -> Update? {
    // Observers get the old model before it is known whether a child is there.
    if observers.wantOldModel && type == ScopedMessage.self { return nil }
    guard let update = update(message, type) ?? updateBoxed(message, type) else { return nil }
    lastNumber += 1
    return update
  }

  /// Updates the model. After it, the new model is visible.
  private func update(by queued: inout QueuedMessage) -> Update {
    core.inbox.beginUpdate()
    defer { core.inbox.endUpdate() }
    return withPayload(of: &queued.message) { update($0, $1) } ?? updateByRouter(queued.message)
  }

  /// Updates the model with a message whose type an updater names, or that has an address. Returns `nil`
  /// if nothing has changed: the message needs a box, or is for a child that was not found.
  private func update(_ message: ReadPlace, _ type: any Message.Type) -> Update? {
    if observers.wantOldModel { observers.willChange(model.inside) }
    if type == ScopedMessage.self { return deliver(message[as: ScopedMessage.self]) }
    let found = router.routes.byType.route(of: ObjectIdentifier(type))
    guard let route = found?.takeUnretainedValue(), route.isRaw else { return nil }
    return Update(
      commands: route.update(model.address, rawMessage: message),
      mayCloseScopes: mayClose(by: route),
      asksProviders: route.asksProviders)
  }

  /// Updates the model with a message that needs a box. Returns `nil` for one with an address.
  private func updateBoxed(_ message: ReadPlace, _ type: any Message.Type) -> Update? {
    type == ScopedMessage.self ? nil : updateByRouter(boxed(message, type))
  }

  /// Updates the child at the address of a message. Returns `nil` if there is none, or if its address
  /// is not the one that the framework uses: then no updater was called.
  private func deliver(_ message: ScopedMessage) -> Update? {
    var delivery = Delivery(lastIndices)
    return router.deliver(message, model.address, &delivery).map {
      Update(
        commands: $0, isTaken: delivery.isTaken, mayCloseScopes: !children.groups.isEmpty,
        asksProviders: !router.providers.isEmpty)
    }
  }

  /// Updates the model with a message whose type no updater names.
  private func updateByRouter(_ message: any Message) -> Update {
    let isScoped = ScopedMessage.isAround(message)
    var delivery = Delivery(isScoped ? lastIndices : nil)
    let commands = router.handle(model.address, message, &delivery)
    return Update(
      commands: commands, isTaken: delivery.isTaken,
      mayCloseScopes: isScoped ? !children.groups.isEmpty : mayClose(by: router.routes[message]),
      asksProviders: !router.providers.isEmpty)
  }

  /// Called when a message was handled or dropped.
  private func messageIsDone(_ queued: inout QueuedMessage) {
    if queued.sender.isOfCommand && queued.sender.messageIsDone() {
      keepTrack(of: &queued.site.sender)
    }
    if end.isFinishing { checkFinished() }
  }
}

/// Which providers are asked after a message, and what has changed in their lists.
extension Loop {
  /// Asks all providers, when there is no message: the app starts, was restored, or comes to its end.
  func declareAll(_ number: UInt64) { declare(after: NoMessage.none, asking: nil, number) }

  /// Asks the providers whose subscriptions a message may have changed, and starts, updates and stops
  /// subscriptions accordingly.
  func declare(after message: any Message, _ number: UInt64) {
    if router.providers.isEmpty { return }
    declare(after: message, asking: router.providersToAsk(after: message), number)
  }

  private func declare(after message: any Message, asking asked: [Int]?, _ number: UInt64) {
    if router.providers.isEmpty { return }
    let subscriptions = subscriptions
    var walk = ProviderWalk(
      router, model.inside, children, after: message, asking: asked, lastIndices,
      subscriptions.table, onlyConstants: end.isFinishing)
    walk.walk()
    var changes = walk.changes
    if !goneLists.isEmpty {
      changes = goneLists.map { ListChange($0, of: nil, to: []) } + changes
      goneLists = []
    }
    if changes.isEmpty { return }
    subscriptions.declare(changes, cause: number)
    for change in changes where change.values.isEmpty {
      change.record?.removeList(change.list.item)
    }
  }
}
