import Katana

/// What becomes of messages that come too late, and of too many.
extension RuntimeCore {
  /// Counts a message that comes after the shutdown, and reports it if the app itself sent it.
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

  /// Counts and reports a message from the outside that comes while the runtime finishes.
  func refuseWhileFinishing(_ envelope: QueuedMessage) {
    statistics.add(to: .lost)
    events?.notHandled(envelope, .lost)
    envelope.sender.tracker?.done(nil, envelope.wait)
    reportRefusal(
      .dispatchAfterShutdown(
        message: ValueName(envelope.message).fullName, file: envelope.file, line: envelope.line))
  }

  /// Counts a message from the outside that comes while a past model is shown.
  func refuseInThePast(_ envelope: QueuedMessage) {
    statistics.add(to: .refused)
    events?.notHandled(envelope, .refused)
    envelope.sender.tracker?.done(nil, envelope.wait)
  }

  /// Registers a run whose last message on its way was refused, so that it hears of the end too,
  /// unless it has ended meanwhile.
  private func keepTrack(of sender: Sender) {
    guard let run = sender as? Run, !run.withLife(\.isCancelled) else { return }
    post { [weak run] cycle in
      guard let run else { return }
      var sender: Sender = consume run
      cycle.runner.keepTrack(of: &sender)
    }
  }

  /// Counts and reports that more messages wait than the soft limit allows.
  func reportOverLimit(_ envelope: QueuedMessage) {
    statistics.add(to: .overLimit)
    report(.tooManyWaitingMessages(count: softLimit, message: ValueName(envelope.message).fullName))
  }
}
