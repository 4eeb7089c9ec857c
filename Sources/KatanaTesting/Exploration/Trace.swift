import Katana
import KatanaComparison
import KatanaRuntime

/// The decisions and the handled messages of one run.
struct Trace {
  /// One message that was handled.
  struct Line {
    var number: UInt64
    var time: Duration
    var label: ValueName
    var cause: UInt64?
    /// The command, subscription or interceptor that sent the message; `nil` for one from outside.
    var sender: String?
    /// The file and the line at which the message was sent.
    var place: String
    /// The message, or its text after `releaseValues()`.
    var message: Any
    /// The model after the message, or its text. `nil` in the middle of a long trace.
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

  /// All decisions and messages, if the trace is recorded.
  private(set) var entries: [Entry] = []
  /// The indices of the messages among the entries.
  private var places: [Int] = []
  /// The number of entries whose values were replaced by texts.
  private var released = 0
  /// The model at the start and at the end, if the trace is recorded.
  private(set) var firstModel: (any Model)?
  private(set) var lastModel: (any Model)?
  /// The fingerprint of the decisions and messages; also in a trace that is not recorded.
  private(set) var course = Fingerprint()
  /// The fingerprint of the messages in their order, without the decisions and times between them.
  private(set) var order = Fingerprint()
  private(set) var turns = 0
  private(set) var messages = 0
  /// The history that has the causes of the messages, if the trace is recorded.
  private let history: History?
  /// The number of messages whose models are kept. Each model may hold copies of large parts.
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

  /// Adds a message.
  ///
  /// - Parameters:
  ///   - envelope: The message with its origin and its cause.
  ///   - label: The number of its name.
  ///   - time: The virtual time.
  ///   - model: The model after the message; evaluated only if the trace is recorded.
  mutating func add(
    _ envelope: Envelope, label: UInt64, at time: Duration, model: @autoclosure () -> any Model
  ) {
    messages += 1
    order.fold(label)
    order.fold(envelope.cause ?? 0)
    course.fold(order.value)
    course.fold(UInt64(bitPattern: time.saturated.components.attoseconds))
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

  /// Replaces the recorded values by their texts.
  ///
  /// A recorded value may hold an object that keeps a command running.
  ///
  /// - Returns: Whether there were values to replace.
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

  /// Releases the model in the middle of a long trace.
  ///
  /// The first models are compared with those of another run, and the last ones are shown.
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

  /// Records the model at the start of the run.
  mutating func begin(_ model: @autoclosure () -> any Model) {
    if isRecorded { firstModel = model() }
  }

  /// Records the model at the end of the run.
  mutating func end(_ model: @autoclosure () -> any Model) {
    if isRecorded { lastModel = model() }
  }

  /// Returns the last handled messages in columns, each with its cause and its changes.
  ///
  /// Messages of one name and one sender that follow each other are one row, such as the ticks of a clock,
  /// with the changes of all of them. The last message has a row of its own: the failure follows it.
  func text(last count: Int) -> String {
    let lines = entries.compactMap { if case .message(let line) = $0 { line } else { nil } }
    let all = rows(of: lines)
    let shown = all.suffix(count)
    let times = shown.map { row in time(of: lines[row.lowerBound]) + time(upTo: row, lines) }
    let width = times.map(\.count).max() ?? 0
    let first: Any? = firstModel.map { $0 }
    var before = shown.first.flatMap { $0.lowerBound > 0 ? lines[$0.lowerBound - 1].model : first }
    var texts: [String] = []
    for (row, time) in zip(shown, times) {
      let (start, last) = (lines[row.lowerBound], lines[row.upperBound - 1])
      let numbers = row.count == 1 ? "\(start.number)" : "\(start.number)–\(last.number)"
      let columns = "  \(padded(numbers, to: 3))  \(padded(time, to: width))  "
      texts.append(columns + sentence(lines[row]))
      let indent = String(repeating: " ", count: columns.count + 2)
      texts += changes(from: before, to: last.model).map { indent + $0 }
      before = last.model
    }
    let leftOut = shown.first?.lowerBound ?? 0
    return (leftOut == 0 ? texts : ["  … \(leftOut) messages before …"] + texts)
      .joined(separator: "\n")
  }

  /// The messages of each row: those that follow each other and have one cause, one sender and one name.
  private func rows(of lines: [Line]) -> [Range<Int>] {
    var rows: [Range<Int>] = []
    for index in lines.indices {
      let (line, before) = (lines[index], index > 0 ? lines[index - 1] : nil)
      if index < lines.count - 1, let sender = line.sender, let before, sender == before.sender,
        line.cause == before.cause, line.label == before.label, let row = rows.popLast()
      {
        rows.append(row.lowerBound..<index + 1)
      } else {
        rows.append(index..<index + 1)
      }
    }
    return rows
  }

  /// The sentence of messages of one name: with the message if they are equal, else with its name.
  private func sentence(_ lines: ArraySlice<Line>) -> String {
    guard let first = lines.first, lines.count > 1 else { return lines.first.map(sentence) ?? "" }
    let text = sentence(first)
    if lines.allSatisfy({ sentence($0) == text }) { return text + " × \(lines.count)" }
    let causes = [first.cause.map { "\($0)" }, first.sender].compactMap(\.self)
    return (causes + ["\(first.label)"]).joined(separator: " → ") + " × \(lines.count)"
  }

  private func time(of line: Line) -> String { milliseconds(line.time) }

  private func time(upTo row: Range<Int>, _ lines: [Line]) -> String {
    let (start, last) = (lines[row.lowerBound].time, lines[row.upperBound - 1].time)
    return start == last ? "" : " – " + milliseconds(last)
  }

  /// The cause, the sender and the message, such as `1 → LogIn → answered(.failure(.offline))`.
  private func sentence(_ line: Line) -> String {
    var text = (line.message as? String) ?? sourceText(of: line.message, limit: 1_000)
    if text.hasPrefix(".") { text.removeFirst() }
    let causes = [line.cause.map { "\($0)" }, line.sender].compactMap(\.self)
    let place = causes.isEmpty ? " (\(line.place))" : ""
    return (causes + [shortened(text)]).joined(separator: " → ") + place
  }

  /// The changes of the model by a message; empty if only texts are kept.
  private func changes(from old: Any?, to new: Any?) -> [String] {
    guard let old, let new, !(old is String), !(new is String) else { return [] }
    let comparison = Comparison(of: old, with: new, limit: 8)
    let lines = comparison.differences.compactMap(\.changeText)
    let more = comparison.count - comparison.differences.count
    return lines + (more > 0 ? ["… and \(more) more"] : [])
  }

  /// The message and its nearest causes, or only its name if the history no longer has it.
  func chain(_ line: Line) -> String {
    guard let history, history.entry(line.number) != nil else { return line.label.description }
    return history.chain(of: line.number, last: 3)
  }
}

/// A hash of a sequence of numbers, which is the same in every process.
struct Fingerprint: Hashable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func fold(_ number: UInt64) {
    value = (value ^ number) &* 0x0000_0100_0000_01B3
    value ^= value >> 29
  }
}

/// Returns a time as text in milliseconds, with a fraction only if there is one.
func milliseconds(_ time: Duration) -> String {
  let microseconds = time.nanoseconds / 1_000
  let rest = microseconds % 1_000
  return rest == 0
    ? "\(microseconds / 1_000) ms"
    : "\(microseconds / 1_000).\(String("\(1_000 + rest)".dropFirst())) ms"
}

private func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}

extension Difference {
  /// The change on one line; `nil` for values that cannot be compared.
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
