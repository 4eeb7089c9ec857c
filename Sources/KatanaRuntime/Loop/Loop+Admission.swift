import Katana

/// Which messages are handled at all.
extension Loop {
  /// Returns whether a message is handled, which is then about to happen. Otherwise, it was dropped and
  /// counted, or put back. An interceptor may replace it.
  func admit(_ queued: inout QueuedMessage) -> Bool {
    lastNumber += 1
    queued.number = lastNumber
    guard admitSource(queued), admitSender(&queued),
      !ScopedMessage.isAround(queued.message) || admitAddress(of: &queued),
      interceptors.isEmpty || intercept(&queued), decideRace(by: queued)
    else { return false }
    if isWatched { tell(queued) }
    return true
  }

  /// Returns whether the runtime takes messages of this kind of sender now.
  private func admitSource(_ queued: QueuedMessage) -> Bool {
    if core.isClosed { return reject(queued, .lost) }
    guard end.isFinishing || observers.isPaused, case .outside = queued.sender.origin else {
      return true
    }
    if end.isFinishing {
      end.refusedCount += 1
      _ = reject(queued, .lost)
      core.reportRefusal(of: queued)
      return false
    }
    return reject(queued, .refused)
  }

  /// Returns whether a message may still be handled: its sender has not been cancelled or removed.
  /// A message of a buffer is taken out of it.
  private func admitSender(_ queued: inout QueuedMessage) -> Bool {
    let sender = queued.sender
    if queued.isBuffered, let declaration = sender as? Declaration {
      guard let message = subscriptions.table.takeBuffered(declaration) else { return false }
      queued.message = message
      queued.isBuffered = false
    }
    return !isSilenced(sender) || reject(queued, .silenced)
  }

  /// Returns whether the child exists that a message with an address is to or from.
  private func admitAddress(of queued: inout QueuedMessage) -> Bool {
    guard !takesEveryAddress, let scoped = ScopedMessage.unboxed(queued.message) else {
      return true
    }
    guard let address = router.resolve(scoped) else {
      reportUnreached(queued.site, as: scoped)
      return reject(queued, .unknownAddress)
    }
    if let message = router.readdressed(scoped, to: address) { queued.message = message }
    if let gone = queued.sender.scope?.gone, address.leads(into: gone) {
      return reject(queued, .gone)
    }
    if router.hasChild(model.inside, address, lastIndices) { return true }
    if router.hasPart(address) { return reject(queued, .gone) }
    reportUnreached(queued.site, as: queued.message)
    return reject(queued, .unknownAddress)
  }

  /// Returns whether the interceptors let a message pass. They may replace it.
  private func intercept(_ queued: inout QueuedMessage) -> Bool {
    var envelope = queued.envelope
    for interceptor in interceptors {
      switch interceptor.before(envelope, model.inside) {
      case .handle: continue
      case .replace(let message):
        queued.message = message
        guard admitSender(&queued), admitAddress(of: &queued) else { return false }
        envelope = queued.envelope
      case .drop: return reject(queued, .intercepted)
      case .defer:
        putBack(queued)
        return false
      }
    }
    return true
  }

  /// Lets a message of a `Race` cancel the other members. Returns whether the message is handled: a queue
  /// that becomes free may begin with a command that cancels its sender, and what is cancelled is silent.
  private func decideRace(by queued: QueuedMessage) -> Bool {
    guard let run = queued.sender.run, run.isInRace else { return true }
    if let activity = run.activity { activities.react(to: .heard(activity.id)) }
    return !run.isSilenced || reject(queued, .silenced)
  }

  /// Tells the history and the event handlers of a message that is about to be handled.
  private func tell(_ queued: QueuedMessage) {
    core.history?.record(queued.site.entry(of: queued.message, queued.number))
    guard let events else { return }
    events.step = queued.number
    if events.wants(.commands), let run = queued.sender.run {
      events.answered(run.id, number: queued.number)
    }
    if events.wants(.updates) { events.handling(queued.envelope) }
    events.updateBegins()
  }

  /// Drops a message. Returns `false`.
  private func reject(_ queued: QueuedMessage, _ reason: UnhandledMessage.Reason) -> Bool {
    core.drop(queued, reason)
    return false
  }

  /// Puts a message back at the end of the queue.
  private func putBack(_ queued: QueuedMessage) {
    var queued = queued
    if queued.wait == .none, let tracker = queued.sender.tracker {
      tracker.deferred()
      queued.wait = .deferred
    }
    core.post(queued)
  }
}
