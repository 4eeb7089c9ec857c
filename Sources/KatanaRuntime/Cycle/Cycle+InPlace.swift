import Katana

/// The fast paths: messages that are handled where they lie in memory, without a queue. Envelopes are
/// made only for interceptors and event handlers.
extension Cycle {
  /// The result of ``handleInPlace(_:_:)``.
  enum ResultInPlace {
    /// Nothing follows from the message. The caller must end the update.
    case isUpdating
    case isDone
    /// The model has not changed, and the message has no number. The update that the caller has
    /// begun goes on.
    case notHandled
  }

  /// Handles a message from outside of the runtime without a queue: the fast path of a message to a
  /// child, and of a runtime that has a history, event handlers or interceptors.
  ///
  /// An update must have begun if the runtime has no watchers: they are called before it begins.
  func handleInPlace(
    _ message: MessageInPlace, _ site: UnsafePointer<SendSite>
  ) -> ResultInPlace {
    if finishing.hasBegun { return .notHandled }
    var route: Unmanaged<Route>?
    if message.isScoped {
      if !hasWatchers { return deliverInPlace(message, site) }
      // Event handlers and interceptors are told only of messages to children that are there.
      guard router.hasOneChild(for: message.scoped, in: model.inside, lastIndices) else {
        return .notHandled
      }
    } else {
      route = message.route(in: router)
      if route == nil { return .notHandled }
    }
    lastNumber += 1
    if !interceptors.isEmpty, !passesInterceptors(message, site) { return .isDone }
    if let history = core.unretainedHistory { record(message, lastNumber, site, in: history) }
    return hasWatchers
      ? watchedStep(message, route, site)
      : step(message, route, lastNumber, nil).isUpdating ? .isUpdating : .isDone
  }

  /// Delivers a message to a child, in an update that has begun.
  private func deliverInPlace(
    _ message: MessageInPlace, _ site: UnsafePointer<SendSite>
  ) -> ResultInPlace {
    guard let outcome = deliver(message.scoped, lastNumber + 1, nil, site) else {
      return .notHandled
    }
    lastNumber += 1
    return outcome.isUpdating ? .isUpdating : .isDone
  }

  /// Asks the interceptors. If one does not let the message go on as it is, this does what the
  /// interceptor has decided, and returns `false`.
  private func passesInterceptors(
    _ message: MessageInPlace, _ site: UnsafePointer<SendSite>
  ) -> Bool {
    let envelope = message.envelope(from: site.pointee, lastNumber)
    var decision = Interception.handle
    guard let index = firstRefusal(of: envelope, &decision) else { return true }
    var queued = QueuedMessage(
      envelope.message, from: site.pointee.sender, file: envelope.file, line: envelope.line)
    queued.number = lastNumber
    if apply(decision, of: index, &queued) { handleAdmitted(&queued) }
    return false
  }

  /// Executes a step and calls the event handlers and interceptors.
  ///
  /// - Parameter route: The updaters of the message; `nil` if it is to a child.
  private func watchedStep(
    _ message: MessageInPlace, _ route: Unmanaged<Route>?, _ site: UnsafePointer<SendSite>
  ) -> ResultInPlace {
    let number = lastNumber
    let tellsHandled = unretainedEvents?._withUnsafeGuaranteedRef { events in
      events.step = number
      if events.wantsUpdates { events.handling(message.envelope(from: site.pointee, number)) }
      events.updateBegins()
      return events.wantsMessages
    }
    core.beginUpdate()
    let outcome =
      route == nil
      ? deliverWatched(message.scoped, number, nil, site)
      : step(message, route, number, nil, sentFrom: tellsHandled == true ? site : nil)
    if interceptsResults {
      if outcome.isUpdating { core.endUpdate() }
      tellResult(message.envelope(from: site.pointee, number), outcome.commands)
    }
    unretainedEvents?._withUnsafeGuaranteedRef { $0.step = 0 }
    return outcome.isUpdating && !interceptsResults ? .isUpdating : .isDone
  }

  /// Records a message in the history, before anything follows from it.
  @inline(never)
  private func record(
    _ message: MessageInPlace, _ number: UInt64, _ site: UnsafePointer<SendSite>,
    in history: Unmanaged<History>
  ) {
    history._withUnsafeGuaranteedRef { $0.record(message.name, number, sentFrom: site.pointee) }
  }

  /// Delivers a message of the queue that has an address, if nothing but the step sees the message.
  ///
  /// - Returns: Whether the message was handled. If not, nothing has happened.
  @inline(never)
  func deliverQueued(_ queued: inout QueuedMessage) -> Bool {
    guard !hasWatchers, purity == nil, !queued.sender.isInRace,
      queued.sender.scope?.isGone != true
    else { return false }
    let (number, tracker, site) = (queued.number, queued.sender.tracker, SendSite(queued))
    core.beginUpdate()
    let outcome = withPayload(of: &queued.message) { payload, type in
      withUnsafePointer(to: site) {
        deliver(MessageInPlace(payload, type).scoped, number, tracker, $0)
      }
    }
    if outcome?.isUpdating ?? true { core.endUpdate() }
    guard let outcome else { return false }
    finish(queued, outcome.commands)
    return true
  }

  /// Delivers a message to a child of which the history and the event handlers know already, in an
  /// update that has begun, and executes the rest of the step.
  @inline(never)
  func deliverWatched(
    _ scoped: UnsafePointer<ScopedMessage>, _ number: UInt64, _ tracker: CompletionTracker?,
    _ site: UnsafePointer<SendSite>
  ) -> Outcome {
    deliver(scoped, number, tracker, site, isRecorded: true)
      ?? step(
        MessageInPlace(UnsafeRawPointer(scoped), ScopedMessage.self), nil, number, tracker,
        sentFrom: site)
  }

  /// Delivers a message to a child that is found while the message is delivered, in an update that
  /// has begun, and executes the rest of the step.
  ///
  /// - Parameter isRecorded: Whether the history has the message already.
  /// - Returns: The result, or `nil` if nothing has happened. Then the message must take the general
  ///   way.
  @inline(never)
  private func deliver(
    _ scoped: UnsafePointer<ScopedMessage>, _ number: UInt64, _ tracker: CompletionTracker?,
    _ site: UnsafePointer<SendSite>, isRecorded: Bool = false
  ) -> Outcome? {
    // Observers get the old model before it is known whether the child is there.
    if observers.wantOldModel { return nil }
    var delivery = Delivery(lastIndices)
    guard let commands = router.deliverToOneChild(model.address, scoped, &delivery) else {
      return nil
    }
    let message = MessageInPlace(UnsafeRawPointer(scoped), ScopedMessage.self)
    if !isRecorded, let history = core.unretainedHistory {
      record(message, number, site, in: history)
    }
    statistics.countHandled()
    var outcome = Outcome(
      commands: commands, isTaken: delivery.isTaken, mayCloseScopes: runner.openRegions != 0,
      asksProviders: !providers.isEmpty)
    conclude(&outcome, message, number, tracker, sentFrom: site)
    return outcome
  }
}
