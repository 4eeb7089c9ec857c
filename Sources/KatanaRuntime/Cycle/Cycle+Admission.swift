import Katana

/// Which messages are handled at all.
extension Cycle {
  /// Returns whether a message may still be handled: its sender has not been cancelled or removed.
  /// A message of a buffer is taken out of it.
  func admitSender(_ envelope: inout QueuedMessage) -> Bool {
    let sender = envelope.sender
    if envelope.isBuffered, let declaration = sender as? Declaration {
      guard let message = runner.subscriptions.takeBuffered(declaration) else { return false }
      envelope.message = message
      envelope.isBuffered = false
    }
    if sender.isSilenced || runner.isDropped(sender) { return reject(envelope, .silenced) }
    return true
  }

  /// Returns whether the child exists that a message with an address is to or from.
  func admitAddress(of envelope: inout QueuedMessage) -> Bool {
    guard !takesEveryAddress, let scoped = ScopedMessage.unboxed(envelope.message) else {
      return true
    }
    guard let resolved = router.resolve(scoped) else {
      reportUnreached(SendPlace(envelope), as: scoped)
      return reject(envelope, .unknownAddress)
    }
    if resolved.origin == nil, scoped.origin != nil { envelope.message = resolved }
    if let scope = envelope.sender.scope, scope.isGone,
      router.leads(resolved.scope, into: scope.address)
    {
      return reject(envelope, .gone)
    }
    switch router.presence(model.inside, resolved.scope, places) {
    case .present: return true
    case .unknown:
      reportUnreached(SendPlace(envelope), as: resolved)
      return reject(envelope, .unknownAddress)
    case .gone: return reject(envelope, .gone)
    }
  }

  /// Returns whether the interceptors let a message pass. They may replace it.
  func intercept(_ envelope: inout QueuedMessage) -> Bool {
    // In place, because a loop over the array would retain each interceptor.
    interceptors.withUnsafeBufferPointer { interceptors in
      for index in interceptors.indices {
        guard let before = interceptors[index].before else { continue }
        switch before(envelope.envelope, model.inside) {
        case .handle: break
        case .replace(let message):
          envelope.message = message
          guard admitSender(&envelope), admitAddress(of: &envelope) else { return false }
        case .drop: return reject(envelope, .intercepted)
        case .defer:
          putBack(envelope)
          return false
        }
      }
      return true
    }
  }

  /// Counts a message that is dropped. Returns `false`.
  private func reject(_ envelope: QueuedMessage, _ counter: Statistics.Counter) -> Bool {
    statistics.add(to: counter)
    if let reason = counter.reason { core.events?.notHandled(envelope, reason) }
    envelope.sender.tracker?.done(nil, envelope.wait)
    return false
  }

  /// Puts a message back at the end of the queue.
  private func putBack(_ envelope: QueuedMessage) {
    var envelope = envelope
    if envelope.wait == .none, let tracker = envelope.sender.tracker {
      tracker.deferred()
      envelope.wait = .chain
    }
    envelope.sender.countMessage()
    core.post(envelope)
  }
}
