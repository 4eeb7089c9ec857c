import Katana

/// The spans, arrows and counts of a trace, made from what happens, in its order.
package struct TraceSpans: Sendable {
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

  /// A run of a command, its wait, or a subscription.
  package struct Item {
    var id: UInt64
    var name: String
    var cause: UInt64?
    var address: String?

    package init(id: UInt64, name: String, cause: UInt64?, address: String?) {
      (self.id, self.name, self.cause, self.address) = (id, name, cause, address)
    }

    fileprivate var details: [(String, String)] { placed(cause, address) }
  }

  package enum CommandStep {
    case waiting, started, answered(UInt64), resumed, finished
    case failed(String), cancelled(by: UInt64?)
  }

  private(set) var spans: [Span] = []
  private(set) var arrows: [Arrow] = []
  private(set) var counts: [(time: Duration, waiting: Int)] = []
  private(set) var issues: [(time: Duration, name: String)] = []
  /// The number of events after the limit was reached.
  private(set) var leftOut = 0
  private(set) var lastTime: Duration?
  private let limit: Int
  private var commands = TraceLanes(.commands)
  private var subscriptions = TraceLanes(.subscriptions)
  /// The indices of the open spans of commands, by the number of the run.
  private var runs: [UInt64: Int] = [:]
  /// The indices of the open spans of subscriptions, by the number of the subscription.
  private var sources: [UInt64: Int] = [:]
  /// The numbers of the waiting runs.
  private var waits: Set<UInt64> = []
  /// The start times of the latest updates, where arrows begin.
  private var updates: [UInt64: Duration] = [:]
  /// The origins of arrows to messages whose update has not ended, by the number of the message.
  private var answers: [UInt64: (lane: TraceLane, time: Duration)] = [:]

  /// - Parameter limit: The number of entries that are kept. Later ones are counted, and only end what is open.
  package init(limit: Int = 1_000_000) { self.limit = limit }

  /// Returns whether there is room for what happens at a time.
  private mutating func hasRoom(at time: Duration) -> Bool {
    lastTime = max(lastTime ?? time, time)
    if spans.count + arrows.count + issues.count + counts.count < limit { return true }
    leftOut += 1
    return false
  }

  package mutating func addIssue(_ name: String, at time: Duration) {
    if hasRoom(at: time) { issues.append((time, name)) }
  }

  /// Adds an update that has ended.
  ///
  /// - Parameters:
  ///   - number: The number of its message.
  ///   - details: Texts with their names.
  package mutating func addUpdate(
    _ number: UInt64, _ name: String, from start: Duration, took: Duration, cause: UInt64?,
    address: String?, commands: [String], details: [(String, String)]
  ) {
    guard hasRoom(at: start.adding(took)) else { return }
    if let answer = answers.removeValue(forKey: number) {
      arrows.append(Arrow(from: answer, to: (.updates, start)))
    }
    updates[number] = start
    if updates.count > 20_000 {
      updates = updates.filter { number < 10_000 || $0.key > number - 10_000 }
    }
    let returned = commands.isEmpty ? [] : [("commands", commands.joined(separator: ", "))]
    spans.append(
      Span(
        name: name, lane: .updates, start: start, end: start.adding(took),
        details: [("number", "\(number)")] + details + placed(cause, address) + returned))
  }

  // MARK: Commands

  package mutating func addCommand(_ step: CommandStep, _ run: Item, at time: Duration) {
    let hasRoom = hasRoom(at: time)
    switch step {
    case .started: if hasRoom { begin(run, at: time) }
    case .answered(let number):
      if hasRoom, let index = runs[run.id] { answers[number] = (spans[index].lane, time) }
    case .waiting:
      guard hasRoom else { return }
      waits.insert(run.id)
      counts.append((time, waits.count))
    case .resumed, .finished: end(run.id, "", "finished", at: time)
    case .failed(let error): end(run.id, " (failed)", "failed: \(error)", at: time)
    case .cancelled(let number):
      let cause = number.map { " by \($0)" } ?? ""
      end(run.id, " (cancelled)", "cancelled" + cause, at: time)
    }
  }

  private mutating func begin(_ run: Item, at time: Duration) {
    let lane = commands.take()
    runs[run.id] = spans.count
    spans.append(
      Span(name: run.name, lane: lane, start: time, details: [("run", "\(run.id)")] + run.details))
    if let update = run.cause.flatMap({ updates[$0] }) {
      arrows.append(Arrow(from: (.updates, update), to: (lane, time)))
    }
  }

  /// Adds the end of a run or of its wait.
  private mutating func end(_ id: UInt64, _ mark: String, _ end: String, at time: Duration) {
    if waits.remove(id) != nil { counts.append((time, waits.count)) }
    guard let run = runs.removeValue(forKey: id) else { return }
    spans[run].end = time
    commands.leave(spans[run].lane)
    spans[run].name += mark
    spans[run].details.append(("end", end))
  }

  // MARK: Subscriptions

  package mutating func start(_ subscription: Item, at time: Duration) {
    guard hasRoom(at: time) else { return }
    sources[subscription.id] = spans.count
    spans.append(
      Span(
        name: subscription.name, lane: subscriptions.take(), start: time,
        details: subscription.details))
  }

  package mutating func stop(_ subscription: Item, at time: Duration) {
    _ = hasRoom(at: time)
    guard let source = sources.removeValue(forKey: subscription.id) else { return }
    spans[source].end = time
    if let cause = subscription.cause { spans[source].details.append(("stopped by", "\(cause)")) }
    subscriptions.leave(spans[source].lane)
  }
}

private func placed(_ cause: UInt64?, _ address: String?) -> [(String, String)] {
  (cause.map { [("cause", "\($0)")] } ?? []) + (address.map { [("in", $0)] } ?? [])
}
