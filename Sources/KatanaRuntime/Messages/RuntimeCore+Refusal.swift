import Katana

/// Messages that are refused, and the report of too many waiting messages.
extension RuntimeCore {
  /// Counts a message that was sent after the shutdown, and reports it if code outside of the
  /// runtime sent it.
  func refuse(_ envelope: QueuedMessage) {
    statistics.add(to: .lost)
    events?.notHandled(envelope, .lost)
    if state.has(ExecutionState.gone) { return }
    guard case .outside = envelope.sender.origin else { return }
    reportRefusal(of: envelope.message, file: envelope.file, line: envelope.line)
  }

  /// Counts a message that is not handled, and tells the event handlers and those who wait for it.
  /// Used inside of steps only.
  ///
  /// Who waits for it learns of the end of the runtime, if the runtime ends, instead.
  func drop(_ envelope: QueuedMessage, _ counter: Statistics.Counter) {
    statistics.add(to: counter)
    if let reason = counter.reason { events?.notHandled(envelope, reason) }
    if !isClosed { envelope.sender.tracker?.done(nil, envelope.wait) }
  }

  /// Counts and reports that the number of waiting messages exceeds the soft limit.
  func reportOverLimit(_ envelope: QueuedMessage) {
    statistics.add(to: .overLimit)
    report(.tooManyWaitingMessages(count: softLimit, message: ValueName(envelope.message).fullName))
  }
}
