import Katana
import KatanaComparison
import KatanaRuntime

/// Makes a trace from the events of a runtime, in their order.
struct EventSpans: Sendable {
  private(set) var spans: TraceSpans
  private var updateStart = Duration.zero

  init(limit: Int) { spans = TraceSpans(limit: limit) }

  mutating func add(_ fact: RuntimeEvent.Fact, at time: Duration) {
    switch fact {
    case .handling: updateStart = time
    case .handled(let message): add(message)
    case .command(let command): add(command, at: time)
    case .subscription(let event):
      let item = TraceSpans.Item(
        id: UInt64(event.id), name: event.subscription.fullName, cause: event.cause,
        address: shape(event.address))
      switch event.step {
      case .started: spans.start(item, at: time)
      case .updated: break
      case .stopped: spans.stop(item, at: time)
      }
    case .issue(let issue): spans.addIssue("\(issue.kind)", at: time)
    case .notHandled(let message):
      let name = message.message.map { ValueName($0).fullName } ?? "\(message.origin)"
      spans.addIssue("\(name) not handled: \(message.reason)", at: time)
    case .modelReplaced: spans.addIssue("The app goes on from another model", at: time)
    case .started, .ended: break
    }
  }

  private mutating func add(_ message: HandledMessage) {
    let envelope = message.envelope
    var details = [("from", "\(envelope.origin)")]
    if envelope.line > 0 { details.append(("place", "\(envelope.file):\(envelope.line)")) }
    spans.addUpdate(
      envelope.number, ValueName(envelope.message).fullName, from: updateStart,
      took: message.duration ?? .zero, cause: envelope.cause,
      address: shape((envelope.message as? ScopedMessage)?.address),
      commands: message.commands.map {
        ValueName(leaf(of: $0) as? any Command ?? $0).fullName
      }, details: details)
  }

  private mutating func add(_ command: CommandEvent, at time: Duration) {
    let step: TraceSpans.CommandStep
    switch command.step {
    case .started: step = .started
    case .answered(let number): step = .answered(number)
    case .delayed, .queued: step = .waiting
    case .resumed: step = .resumed
    case .finished: step = .finished
    case .failed(let error): step = .failed("\(type(of: error))")
    case .cancelled(let message): step = .cancelled(by: message)
    case .retried: return
    }
    spans.addCommand(
      step,
      .init(
        id: command.id, name: command.command.fullName, cause: command.cause,
        address: shape(command.address)), at: time)
  }

  private func shape(_ address: AnyAddress?) -> String? {
    address.flatMap { $0.isEmpty ? nil : $0.shape }
  }
}
