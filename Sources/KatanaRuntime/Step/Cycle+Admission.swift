import Katana

/// Which messages are handled at all.
extension Cycle {
  /// Returns whether a message is handled. An interceptor may replace it.
  @inline(__always)
  func admit(_ queued: inout QueuedMessage) -> Bool {
    admitSender(&queued)
      && (!ScopedMessage.isAround(queued.message) || admitAddress(of: &queued))
      && (interceptors.isEmpty || intercept(&queued))
  }

  /// Returns whether a message may still be handled: its sender has not been cancelled or removed.
  /// A message of a buffer is taken out of it.
  private func admitSender(_ envelope: inout QueuedMessage) -> Bool {
    let sender = envelope.sender
    if envelope.isBuffered, let declaration = sender as? Declaration {
      guard let message = runner.subscriptions.table.takeBuffered(declaration) else { return false }
      envelope.message = message
      envelope.isBuffered = false
    }
    if sender.isSilenced || runner.isDropped(sender) { return reject(envelope, .silenced) }
    return true
  }

  /// Returns whether the child exists that a message with an address is to or from.
  private func admitAddress(of envelope: inout QueuedMessage) -> Bool {
    guard !takesEveryAddress, let scoped = ScopedMessage.unboxed(envelope.message) else {
      return true
    }
    guard let address = router.resolve(scoped) else {
      reportUnreached(envelope.site, as: scoped)
      return reject(envelope, .unknownAddress)
    }
    if let message = router.readdressed(scoped, to: address) { envelope.message = message }
    if let gone = envelope.sender.scope?.gone, address.leads(into: gone) {
      return reject(envelope, .gone)
    }
    if router.hasChild(model.inside, address, lastIndices) { return true }
    if router.hasPart(address) { return reject(envelope, .gone) }
    reportUnreached(envelope.site, as: envelope.message)
    return reject(envelope, .unknownAddress)
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

  /// Drops a message. Returns `false`.
  private func reject(_ envelope: QueuedMessage, _ reason: UnhandledMessage.Reason) -> Bool {
    core.drop(envelope, reason)
    return false
  }

  /// Puts a message back at the end of the queue.
  private func putBack(_ envelope: QueuedMessage) {
    var envelope = envelope
    if envelope.wait == .none, let tracker = envelope.sender.tracker {
      tracker.deferred()
      envelope.wait = .deferred
    }
    core.post(envelope)
  }
}
