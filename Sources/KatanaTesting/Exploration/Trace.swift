import Katana
import KatanaComparison
import KatanaRuntime

/// What happened under one seed.
struct Trace {
  /// One message that was handled.
  struct Line {
    var number: UInt64
    var time: Duration
    var label: ValueName
    var cause: UInt64?
    /// What sent it in answer to the cause: a command or a subscription.
    var sender: String?
    /// Where it was sent.
    var place: String
    /// What was handled: the message, or its text.
    var message: Any
    /// The model after it, or its text; `nil` for those in the middle of many.
    var model: Any?
  }

  /// One decision of the seed.
  struct Turn: Equatable {
    var number: Int
    var what: String
    var pick: Int
    var total: Int
  }

  enum Entry {
    case turn(Turn)
    case message(Line)
  }

  /// Everything, if it is recorded.
  private(set) var entries: [Entry] = []
  /// Which of them are messages.
  private var places: [Int] = []
  /// How many of them hold no values any more.
  private var released = 0
  /// The model at the start and at the end, if the trace is recorded.
  private(set) var firstModel: (any Model)?
  private(set) var lastModel: (any Model)?
  /// The same for the same entries, recorded or not.
  private(set) var course = Fingerprint()
  /// The same for the same messages in the same order, whatever happened between them and when.
  private(set) var order = Fingerprint()
  private(set) var turns = 0
  private(set) var messages = 0
  /// What knows the causes, if the trace is recorded.
  private let history: History?
  /// Of how many messages the models are kept: each may hold a copy of large parts.
  private static var keptModels: Int { 256 }

  init(_ history: History?) { self.history = history }

  var isRecorded: Bool { history != nil }

  mutating func add<Job>(_ decision: Choices<Job>.Decision) {
    turns += 1
    course.fold(UInt64(decision.total))
    course.fold(UInt64(decision.pick))
    guard isRecorded else { return }
    let what =
      switch decision.turn {
      case .job: "a job or an action"
      case .serialJob: "a job of the runtime"
      case .message: "a message from the outside"
      }
    let turn = Turn(number: turns, what: what, pick: decision.pick, total: decision.total)
    entries.append(.turn(turn))
  }

  /// Adds a message; `label` stands for its name, the same number for the same name.
  mutating func add(
    _ envelope: Envelope, label: UInt64, at time: Duration, model: @autoclosure () -> any Model
  ) {
    messages += 1
    order.fold(label)
    order.fold(envelope.cause ?? 0)
    course.fold(order.value)
    course.fold(UInt64(bitPattern: time.components.attoseconds))
    guard isRecorded else { return }
    let line = Line(
      number: envelope.number, time: time, label: ValueName(envelope.message),
      cause: envelope.cause, sender: Self.sender(of: envelope),
      place: "\(envelope.file):\(envelope.line)", message: envelope.message,
      model: model())
    places.append(entries.count)
    entries.append(.message(line))
    releaseOldModel()
  }

  /// Keeps texts in place of the values, since what these hold may be what keeps a command running.
  /// False if there are none any more.
  mutating func releaseValues() -> Bool {
    if released == entries.count { return false }
    for index in released..<entries.count {
      guard case .message(var line) = entries[index] else { continue }
      line.message = sourceText(of: line.message, limit: 10_000)
      line.model = line.model.map { sourceText(of: $0, limit: 10_000) }
      entries[index] = .message(line)
    }
    released = entries.count
    return true
  }

  /// The first ones are compared with another run, and the last ones are shown.
  private mutating func releaseOldModel() {
    let middle = places.count - 1 - Self.keptModels / 2
    guard middle >= Self.keptModels / 2 else { return }
    let place = places[middle]
    guard case .message(var line) = entries[place] else { return }
    line.model = nil
    entries[place] = .message(line)
  }

  private static func sender(of envelope: Envelope) -> String? {
    switch envelope.origin {
    case .outside: nil
    case .command: envelope.command?.fullName
    case .subscription(let type): "\(type)"
    case .interceptor: "interceptor"
    }
  }

  /// The run begins.
  mutating func begin(_ model: @autoclosure () -> any Model) {
    if isRecorded { firstModel = model() }
  }

  /// The run has ended.
  mutating func end(_ model: @autoclosure () -> any Model) {
    if isRecorded { lastModel = model() }
  }

  /// The handled messages in columns, each with its cause and what it has changed; of many, the last
  /// ones.
  func text(last count: Int) -> String {
    let lines = entries.compactMap { if case .message(let line) = $0 { line } else { nil } }
    let shown = lines.suffix(count)
    let times = shown.map { milliseconds($0.time) }
    let width = times.map(\.count).max() ?? 0
    let first: Any? = firstModel.map { $0 }
    var before = lines.count > shown.count ? lines.dropLast(shown.count).last?.model : first
    var rows: [String] = []
    for (line, time) in zip(shown, times) {
      let columns = "  \(padded("\(line.number)", to: 3))  \(padded(time, to: width))  "
      rows.append(columns + sentence(line))
      let indent = String(repeating: " ", count: columns.count + 2)
      rows += changes(from: before, to: line.model).map { indent + $0 }
      before = line.model
    }
    let leftOut = lines.count - shown.count
    return (leftOut == 0 ? rows : ["  … \(leftOut) messages before …"] + rows)
      .joined(separator: "\n")
  }

  /// Such as `1 → LogIn → answered(.failure(.offline))`.
  private func sentence(_ line: Line) -> String {
    var text = (line.message as? String) ?? sourceText(of: line.message, limit: 1_000)
    if text.hasPrefix(".") { text.removeFirst() }
    let causes = [line.cause.map { "\($0)" }, line.sender].compactMap(\.self)
    let place = causes.isEmpty ? " (\(line.place))" : ""
    return (causes + [shortened(text)]).joined(separator: " → ") + place
  }

  /// What a message has changed in the model; nothing where only texts are kept.
  private func changes(from old: Any?, to new: Any?) -> [String] {
    guard let old, let new, !(old is String), !(new is String) else { return [] }
    let comparison = Comparison(of: old, with: new, limit: 8)
    let lines = comparison.differences.compactMap(\.changeText)
    let more = comparison.count - comparison.differences.count
    return lines + (more > 0 ? ["… and \(more) more"] : [])
  }

  /// The message and its nearest causes. Of one that is too old only the name is known.
  func chain(_ line: Line) -> String {
    guard let history, history.entry(line.number) != nil else { return line.label.description }
    return history.chain(of: line.number, last: 3)
  }
}

/// A number that stands for a sequence of numbers.
struct Fingerprint: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func fold(_ number: UInt64) {
    value = (value ^ number) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }
}

/// A time in milliseconds, with what is less than one only where there is any.
func milliseconds(_ time: Duration) -> String {
  let (seconds, attoseconds) = time.components
  let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  let rest = microseconds % 1_000
  return rest == 0
    ? "\(microseconds / 1_000) ms"
    : "\(microseconds / 1_000).\(String("\(1_000 + rest)".dropFirst())) ms"
}

private func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

extension Difference {
  /// What has changed, on one line; `nil` for what cannot be compared.
  fileprivate var changeText: String? {
    let place = path.isEmpty ? "the model" : path
    return switch reason {
    case .unequal(let old, let new): "\(place): \(old) → \(new)"
    case .missing(let text): "\(place): − \(text)"
    case .unexpected(let text): "\(place): + \(text)"
    case .reordered(let text, let old, let new): "\(place): \(text) moved from \(old) to \(new)"
    case .alike(let text): "\(place): another \(text)"
    case .incomparable: nil
    }
  }
}
