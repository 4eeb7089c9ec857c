import Katana

/// Messages that are refused, and the report of too many waiting messages.
extension RuntimeCore {
  /// Counts a message that was sent after the shutdown, and reports it if code outside of the
  /// runtime sent it.
  func refuse(_ envelope: QueuedMessage) {
    statistics.add(to: .lost)
    events?.notHandled(envelope, .lost)
    if state.has(ExecutionState.gone) { return }
    if envelope.sender.isRun, envelope.sender.messageIsDone() { keepTrack(of: envelope.sender) }
    guard case .outside = envelope.sender.origin else { return }
    reportRefusal(
      .dispatchAfterShutdown(
        message: ValueName(envelope.message).fullName, file: envelope.file, line: envelope.line))
  }

  /// Counts a message that is not handled, and tells the listeners and those who wait for it. Used
  /// inside of steps only.
  ///
  /// Who waits for it learns of the end of the runtime, if the runtime ends, instead.
  func drop(_ envelope: QueuedMessage, _ counter: Statistics.Counter) {
    statistics.add(to: counter)
    if let reason = counter.reason { events?.notHandled(envelope, reason) }
    if !isClosed { envelope.sender.tracker?.done(nil, envelope.wait) }
  }

  /// Registers a run whose last waiting message was refused, unless the run has been cancelled or
  /// has ended. A run that is registered can be cancelled by the shutdown.
  private func keepTrack(of sender: Sender) {
    guard let run = sender as? Run, !run.record.withLife(\.isCancelled) else { return }
    post { [weak run] cycle in
      guard let run else { return }
      var sender: Sender = consume run
      cycle.runner.keepTrack(of: &sender)
    }
  }

  /// Counts and reports that the number of waiting messages exceeds the soft limit.
  func reportOverLimit(_ envelope: QueuedMessage) {
    statistics.add(to: .overLimit)
    report(.tooManyWaitingMessages(count: softLimit, message: ValueName(envelope.message).fullName))
  }
}
