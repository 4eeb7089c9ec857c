import Katana

/// Messages that are refused, reports of issues, and the causes in them.
extension RuntimeCore {
  /// Counts a message that was sent after the shutdown, and reports it if code outside of the
  /// runtime sent it.
  func refuse(_ envelope: QueuedMessage) {
    note(envelope.message, from: envelope.site, as: .lost)
    if inbox.state.has(ExecutionState.gone) { return }
    guard case .outside = envelope.sender.origin else { return }
    reportRefusal(of: envelope)
  }

  /// Counts a message that is not handled, and tells the event handlers and those who wait for it.
  /// Used inside of steps only.
  ///
  /// Who waits for it learns of the end of the runtime, if the runtime ends, instead.
  func drop(_ envelope: QueuedMessage, _ reason: UnhandledMessage.Reason) {
    note(envelope.message, from: envelope.site, as: reason)
    if !isClosed { envelope.sender.tracker?.done(nil, envelope.wait) }
  }

  /// Counts a message that is not handled, and tells the event handlers.
  func note(_ message: (any Message)?, from site: SendSite, as reason: UnhandledMessage.Reason) {
    statistics.add(to: reason)
    events?.notHandled(
      UnhandledMessage(
        reason: reason, message: message, origin: site.sender.origin, cause: site.cause,
        file: site.file, line: site.line))
  }

  /// Counts and reports that the number of waiting messages exceeds the soft limit.
  func reportOverLimit(_ message: any Message) {
    statistics.countOverLimit()
    report(.tooManyWaitingMessages(count: softLimit, message: ValueName(message).fullName))
  }

  func report(_ issue: RuntimeIssue) {
    events?.issue(issue)
    issues(issue)
  }

  /// Reports the error of a command, or of another sender, that no message tells the app.
  func report(_ error: any Error, of command: String, cause: UInt64) {
    report(.interpreterThrew(command: command, error: error, cause: chain(of: cause)))
  }

  /// Returns the chain of causes of a message for an issue, as far as it is known: the last 20, since
  /// a chain may have as many messages as the history holds.
  func chain(of number: UInt64) -> String {
    if number == 0 { return "the start of the runtime" }
    return history?.chain(of: number, last: 20)
      ?? "message \(number); give the runtime `history: History()` to see its name and causes"
  }

  /// Reports a message from outside that is refused, once for each place in the source: a place may
  /// send many, and the issue handler itself may send one.
  func reportRefusal(of queued: QueuedMessage) {
    let (file, line) = (queued.site.file, queued.site.line)
    guard refusedPlaces.withLock({ $0.insert("\(file):\(line)").inserted }) else { return }
    report(
      .dispatchAfterShutdown(message: ValueName(queued.message).fullName, file: file, line: line))
  }
}
