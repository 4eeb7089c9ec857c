import Katana
import KatanaRuntime
import Synchronization

/// What a trace has collected, guarded by a lock: issues may come from any thread.
final class TraceState: Sendable {
  private let spans = Mutex(TraceSpans())

  func withLock<Result: Sendable>(_ body: (inout TraceSpans) -> Result) -> Result {
    spans.withLock { body(&$0) }
  }
}

/// The spans of a trace.
struct TraceSpans: Sendable {
  /// A group of lanes in the viewer.
  enum Track: Int, CaseIterable {
    case updates, commands, subscriptions

    var name: String { "\(self)" }
  }

  private struct Span {
    var name: String
    var lane: Int
    var start: Duration
    var end: Duration?
    var details: [(String, String)]
  }

  /// An arrow from one moment on a lane to another one.
  private struct Arrow {
    var from: (lane: Int, time: Duration)
    var to: (lane: Int, time: Duration)
  }

  private var spans: [Span] = []
  private var arrows: [Arrow] = []
  private var counts: [(time: Duration, waiting: Int)] = []
  private var instants: [(time: Duration, name: String)] = []
  private var leftOut = 0
  private var lastTime = Duration.zero
  private var commands = Lanes(.commands)
  private var subscriptions = Lanes(.subscriptions)
  /// The spans of what runs, by the numbers of the runtime.
  private var runs: [UInt64: Int] = [:]
  private var sources: [Int: Int] = [:]
  private var waits: Set<UInt64> = []
  private var updateStart = Duration.zero
  /// Where the last updates are, for the arrows that begin there.
  private var updates: [UInt64: Duration] = [:]
  /// Arrows to the update of a message, which has not begun.
  private var answers: [UInt64: (lane: Int, time: Duration)] = [:]

  mutating func add(_ fact: RuntimeEvent.Fact, at time: Duration, limit: Int) {
    lastTime = max(lastTime, time)
    guard spans.count + arrows.count + instants.count < limit else {
      leftOut += 1
      return
    }
    switch fact {
    case .handling(let envelope):
      updateStart = time
      if let answer = answers.removeValue(forKey: envelope.number) {
        arrows.append(Arrow(from: answer, to: (Track.updates.rawValue, time)))
      }
    case .handled(let message): add(message, at: time)
    case .command(let command): add(command, at: time)
    case .subscription(let subscription): add(subscription, at: time)
    case .issue(let issue): instants.append((time, "\(issue.kind)"))
    case .notHandled(let message):
      let name = message.message.map { ValueName($0).fullName } ?? "\(message.origin)"
      instants.append((time, "\(name) not handled: \(message.reason)"))
    case .started, .ended: break
    }
  }

  private mutating func add(_ message: HandledMessage, at time: Duration) {
    let envelope = message.envelope
    updates[envelope.number] = updateStart
    if updates.count > 20_000 { updates = updates.filter { $0.key + 10_000 > envelope.number } }
    let commands = message.commands.map { ValueName($0).fullName }.joined(separator: ", ")
    var details = [
      ("number", "\(envelope.number)"), ("from", "\(envelope.origin)"),
      ("place", "\(envelope.file):\(envelope.line)"),
    ]
    if let cause = envelope.cause { details.append(("cause", "\(cause)")) }
    if !commands.isEmpty { details.append(("commands", commands)) }
    spans.append(
      Span(
        name: ValueName(envelope.message).fullName, lane: Track.updates.rawValue,
        start: updateStart, end: updateStart + (message.duration ?? .zero), details: details))
  }

  private mutating func add(_ command: CommandEvent, at time: Duration) {
    switch command.step {
    case .started:
      let lane = commands.take()
      runs[command.id] = spans.count
      spans.append(
        Span(
          name: command.command.fullName, lane: lane, start: time,
          details: [("run", "\(command.id)")] + placed(command.cause, command.scope)))
      if let cause = command.cause, let update = updates[cause] {
        arrows.append(Arrow(from: (Track.updates.rawValue, update), to: (lane, time)))
      }
    case .answered(let number):
      if let run = runs[command.id] { answers[number] = (spans[run].lane, time) }
    case .finished: end(command, "finished", at: time)
    case .failed(let error): end(command, "failed: \(type(of: error))", at: time)
    case .cancelled(let message):
      if waits.remove(command.id) != nil { return count(at: time) }
      end(command, "cancelled" + (message.map { " by \($0)" } ?? ""), at: time)
    case .delayed, .queued:
      waits.insert(command.id)
      count(at: time)
    case .resumed:
      waits.remove(command.id)
      count(at: time)
    case .retried: break
    }
  }

  private mutating func count(at time: Duration) { counts.append((time, waits.count)) }

  private mutating func end(_ command: CommandEvent, _ outcome: String, at time: Duration) {
    guard let run = runs.removeValue(forKey: command.id) else { return }
    spans[run].end = time
    spans[run].details.append(("end", outcome))
    commands.leave(spans[run].lane)
  }

  private mutating func add(_ event: SubscriptionEvent, at time: Duration) {
    switch event.step {
    case .started:
      sources[event.id] = spans.count
      spans.append(
        Span(
          name: event.subscription.fullName, lane: subscriptions.take(), start: time,
          details: placed(event.cause, event.scope)))
    case .updated: break
    case .stopped:
      guard let source = sources.removeValue(forKey: event.id) else { return }
      spans[source].end = time
      if let cause = event.cause { spans[source].details.append(("stopped by", "\(cause)")) }
      subscriptions.leave(spans[source].lane)
    }
  }

  private func placed(_ cause: UInt64?, _ scope: Scope) -> [(String, String)] {
    let cause = cause.map { [("cause", "\($0)")] } ?? []
    return scope.steps.isEmpty ? cause : cause + [("in", scope.shape)]
  }

  // MARK: The text

  func json(name: String) -> String {
    var lines = [
      #"{"ph":"M","pid":1,"name":"process_name","args":{"name":\#(quoted(name))}}"#
    ]
    for lane in Set(spans.map(\.lane)).union([Track.updates.rawValue]).sorted() {
      lines.append(
        #"{"ph":"M","pid":1,"tid":\#(lane),"name":"thread_name","args":{"name":\#(quoted(Lanes.name(of: lane)))}}"#
      )
      lines.append(
        #"{"ph":"M","pid":1,"tid":\#(lane),"name":"thread_sort_index","args":{"sort_index":\#(lane)}}"#
      )
    }
    lines += spans.map(text)
    for (number, arrow) in arrows.enumerated() {
      let place = #""name":"cause","cat":"cause","id":\#(number),"pid":1"#
      lines.append(
        #"{"ph":"s",\#(place),"tid":\#(arrow.from.lane),"ts":\#(microseconds(arrow.from.time))}"#)
      lines.append(
        #"{"ph":"f","bp":"e",\#(place),"tid":\#(arrow.to.lane),"ts":\#(microseconds(arrow.to.time))}"#
      )
    }
    lines += counts.map {
      #"{"ph":"C","pid":1,"name":"waiting commands","ts":\#(microseconds($0.time)),"args":{"waiting":\#($0.waiting)}}"#
    }
    lines += instants.map {
      #"{"ph":"i","s":"p","pid":1,"tid":0,"name":\#(quoted($0.name)),"ts":\#(microseconds($0.time))}"#
    }
    let note =
      leftOut == 0 ? "" : #","otherData":{"left out":"\#(leftOut) events, over the limit"}"#
    return "{\"traceEvents\":[\n" + lines.joined(separator: ",\n") + "\n]\(note)}\n"
  }

  private func text(_ span: Span) -> String {
    let details = span.details + (span.end == nil ? [("end", "still runs")] : [])
    let duration = microseconds((span.end ?? lastTime) - span.start)
    return #"{"ph":"X","pid":1,"tid":\#(span.lane),"name":\#(quoted(span.name)),"#
      + #""ts":\#(microseconds(span.start)),"dur":\#(duration),"args":{"#
      + details.map { "\(quoted($0)):\(quoted($1))" }.joined(separator: ",") + "}}"
  }
}

/// The lanes of a track that are free: spans on one lane must not overlap.
private struct Lanes: Sendable {
  private let track: TraceSpans.Track
  private var free: [Int] = []
  private var count = 0

  /// How many lanes a track has at most.
  private static var width: Int { 1_000_000 }

  init(_ track: TraceSpans.Track) { self.track = track }

  mutating func take() -> Int {
    if let lane = free.popLast() { return lane }
    count += 1
    return track.rawValue * Self.width + count
  }

  mutating func leave(_ lane: Int) { free.append(lane) }

  static func name(of lane: Int) -> String {
    guard let track = TraceSpans.Track(rawValue: lane / width) else { return "\(lane)" }
    return track == .updates ? track.name : "\(track.name) \(lane % width)"
  }
}

/// A duration in microseconds, with nanoseconds after the point.
private func microseconds(_ duration: Duration) -> String {
  let (seconds, attoseconds) = duration.components
  let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  let (whole, rest) = (nanoseconds / 1_000, nanoseconds % 1_000)
  let digits = String(rest)
  return "\(whole)." + String(repeating: "0", count: 3 - digits.count) + digits
}

/// A text of JSON.
private func quoted(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case _ where scalar.value < 0x20:
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result + "\""
}
