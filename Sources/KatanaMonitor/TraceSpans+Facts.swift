import KatanaMonitorScreen
import KatanaRecording

extension TraceSpans {
  /// Adds what a recording says, for a trace in the form of ``KatanaRecording/EventTrace``.
  mutating func add(_ fact: LogFact) {
    switch fact {
    case .message(let message):
      addUpdate(
        message.number, message.name, from: .nanoseconds(message.time),
        took: .nanoseconds(message.took ?? 0), cause: message.cause, address: message.address,
        commands: message.commands, details: [("from", message.origin), ("place", message.place)])
    case .command(let event):
      if let step = event.step.traced {
        addCommand(step, .init(event), at: .nanoseconds(event.time))
      }
    case .subscription(let event):
      switch event.step {
      case .started: start(.init(event), at: .nanoseconds(event.time))
      case .updated: break
      case .stopped: stop(.init(event), at: .nanoseconds(event.time))
      }
    case .issue(let kind, _, let time): addIssue(kind, at: .nanoseconds(time))
    case .notHandled(let reason, let message):
      addIssue("\(message.name) not handled: \(reason)", at: .nanoseconds(message.time))
    case .replaced(_, let time):
      addIssue("The app goes on from another model", at: .nanoseconds(time))
    case .began, .handled, .gap, .ended: break
    }
  }
}

extension TraceSpans.Item {
  fileprivate init<Step>(_ event: LogEvent<Step>) {
    self.init(id: event.id, name: event.name, cause: event.cause, address: event.address)
  }
}

extension LogCommandStep {
  fileprivate var traced: TraceSpans.CommandStep? {
    switch self {
    case .delayed, .queued: .waiting
    case .resumed: .resumed
    case .started: .started
    case .answered(let number): .answered(number)
    case .finished: .finished
    case .failed(let error): .failed(error)
    case .cancelled(let number): .cancelled(by: number)
    case .retried: nil
    }
  }
}
