import Katana
import KatanaComparison
import KatanaRuntime

/// The spans, arrows and counts of a trace, made from the events of a runtime in their order.
struct TraceSpans: Sendable {
  struct Span {
    var name: String
    var lane: TraceLane
    var start: Duration
    var end: Duration?
    var details: [(String, String)]
  }

  /// An arrow from one moment on a lane to another one.
  struct Arrow {
    var from: (lane: TraceLane, time: Duration)
    var to: (lane: TraceLane, time: Duration)
  }

  private(set) var spans: [Span] = []
  private(set) var arrows: [Arrow] = []
  private(set) var counts: [(time: Duration, waiting: Int)] = []
  private(set) var issues: [(time: Duration, name: String)] = []
  /// The number of events after the limit was reached.
  private(set) var leftOut = 0
  private(set) var lastTime: Duration?
  private var commands = TraceLanes(.commands)
  private var subscriptions = TraceLanes(.subscriptions)
  /// The indices of the open spans of commands, by the number of the run.
  private var runs: [UInt64: Int] = [:]
  /// The indices of the open spans of subscriptions, by the number of the subscription.
  private var sources: [Int: Int] = [:]
  /// The numbers of the waiting runs.
  private var waits: Set<UInt64> = []
  private var updateStart = Duration.zero
  /// The start times of the latest updates, where arrows begin.
  private var updates: [UInt64: Duration] = [:]
  /// The origins of arrows to messages whose update has not begun, by the number of the message.
  private var answers: [UInt64: (lane: TraceLane, time: Duration)] = [:]

  mutating func add(_ fact: RuntimeEvent.Fact, at time: Duration, limit: Int) {
    lastTime = max(lastTime ?? time, time)
    guard spans.count + arrows.count + issues.count + counts.count < limit else {
      leftOut += 1
      return end(fact, at: time)
    }
    switch fact {
    case .handling(let envelope):
      updateStart = time
      if let answer = answers.removeValue(forKey: envelope.number) {
        arrows.append(Arrow(from: answer, to: (.updates, time)))
      }
    case .handled(let message): add(message)
    case .command(let command): add(command, at: time)
    case .subscription(let subscription): add(subscription, at: time)
    case .issue(let issue): issues.append((time, "\(issue.kind)"))
    case .notHandled(let message):
      let name = message.message.map { ValueName($0).fullName } ?? "\(message.origin)"
      issues.append((time, "\(name) not handled: \(message.reason)"))
    case .modelReplaced: issues.append((time, "The app goes on from another model"))
    case .started, .ended: break
    }
  }

  // MARK: Updates

  private mutating func add(_ message: HandledMessage) {
    let envelope = message.envelope
    updates[envelope.number] = updateStart
    if updates.count > 20_000 { updates = updates.filter { $0.key + 10_000 > envelope.number } }
    var details = [("number", "\(envelope.number)"), ("from", "\(envelope.origin)")]
    if envelope.line > 0 { details.append(("place", "\(envelope.file):\(envelope.line)")) }
    details += placed(envelope.cause, (envelope.message as? ScopedMessage)?.address)
    let commands = message.commands.map {
      ValueName(leaf(of: $0) as? any Command ?? $0).fullName
    }
    if !commands.isEmpty { details.append(("commands", commands.joined(separator: ", "))) }
    spans.append(
      Span(
        name: ValueName(envelope.message).fullName, lane: .updates, start: updateStart,
        end: updateStart.adding(message.duration ?? .zero), details: details))
  }

  // MARK: Commands

  private mutating func add(_ command: CommandEvent, at time: Duration) {
    switch command.step {
    case .started: begin(command, at: time)
    case .answered(let number):
      if let run = runs[command.id] { answers[number] = (spans[run].lane, time) }
    case .delayed, .queued:
      waits.insert(command.id)
      counts.append((time, waits.count))
    case .resumed, .finished, .failed, .cancelled: end(command, at: time)
    case .retried: break
    }
  }

  private mutating func begin(_ command: CommandEvent, at time: Duration) {
    let lane = commands.take()
    runs[command.id] = spans.count
    spans.append(
      Span(
        name: command.command.fullName, lane: lane, start: time,
        details: [("run", "\(command.id)")] + placed(command.cause, command.address)))
    if let update = command.cause.flatMap({ updates[$0] }) {
      arrows.append(Arrow(from: (.updates, update), to: (lane, time)))
    }
  }

  /// Adds the end of a run or of its wait.
  private mutating func end(_ command: CommandEvent, at time: Duration) {
    if waits.remove(command.id) != nil { counts.append((time, waits.count)) }
    guard let run = runs.removeValue(forKey: command.id) else { return }
    spans[run].end = time
    commands.leave(spans[run].lane)
    switch command.step {
    case .failed(let error):
      spans[run].name += " (failed)"
      spans[run].details.append(("end", "failed: \(type(of: error))"))
    case .cancelled(let message):
      spans[run].name += " (cancelled)"
      spans[run].details.append(("end", "cancelled" + (message.map { " by \($0)" } ?? "")))
    default: spans[run].details.append(("end", "finished"))
    }
  }

  /// Ends spans that began before the limit was reached.
  private mutating func end(_ fact: RuntimeEvent.Fact, at time: Duration) {
    switch fact {
    case .command(let command):
      switch command.step {
      case .resumed, .finished, .failed, .cancelled: end(command, at: time)
      case .delayed, .queued, .started, .answered, .retried: break
      }
    case .subscription(let event): if event.step == .stopped { end(event, at: time) }
    default: break
    }
  }

  // MARK: Subscriptions

  private mutating func add(_ event: SubscriptionEvent, at time: Duration) {
    switch event.step {
    case .started:
      sources[event.id] = spans.count
      spans.append(
        Span(
          name: event.subscription.fullName, lane: subscriptions.take(), start: time,
          details: placed(event.cause, event.address)))
    case .updated: break
    case .stopped: end(event, at: time)
    }
  }

  private mutating func end(_ event: SubscriptionEvent, at time: Duration) {
    guard let source = sources.removeValue(forKey: event.id) else { return }
    spans[source].end = time
    if let cause = event.cause { spans[source].details.append(("stopped by", "\(cause)")) }
    subscriptions.leave(spans[source].lane)
  }

  private func placed(_ cause: UInt64?, _ scope: AnyAddress?) -> [(String, String)] {
    let cause = cause.map { [("cause", "\($0)")] } ?? []
    guard let scope, !scope.isEmpty else { return cause }
    return cause + [("in", scope.shape)]
  }
}
