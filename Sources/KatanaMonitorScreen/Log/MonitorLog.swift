/// What a recording has told, in bounded memory: the newest entries, what runs now, and counts of all.
package struct MonitorLog: Equatable, Sendable {
  /// The number of entries, and of commands that have ended, which are kept.
  package static let limit = 100_000
  /// The number of commands, and of subscriptions, that run, which are kept at least.
  private static let runningLimit = 10_000
  /// An update that takes longer delays a frame of a screen.
  package static let slow: Int64 = 16_000_000

  /// A line of the timeline.
  package struct Entry: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case message
      /// A message that was not handled, and why.
      case dropped(reason: String)
      case subscription(LogSubscriptionStep)
      case issue
      /// What happened to the app or to the recording.
      case note
    }
    package var kind: Kind
    package var message: LogMessage
    /// The text of an issue or of a note.
    package var text = ""

    package var isSlow: Bool { message.took.map { $0 > MonitorLog.slow } ?? false }
  }

  /// A run of a command, or its wait.
  package struct Run: Equatable, Sendable {
    package enum End: Equatable, Sendable {
      case finished, resumed, failed(String), cancelled(by: UInt64?)
    }
    package var id: UInt64
    package var name: String
    package var cause: UInt64?
    package var address: String?
    /// When it began; `nil` if that was before the first line.
    package var start: Int64?
    package var isWait: Bool
    /// Until when it waits; `nil` for its turn in a queue.
    package var until: Int64?
    package var answers = 0
    package var attempts = 0
    package var endTime: Int64?
    package var end: End?
  }

  package struct Issue: Equatable, Sendable {
    package var kind: String
    package var text: String
  }

  package struct Subscribed: Equatable, Sendable {
    package var id: UInt64
    package var name: String
    package var address: String?
    package var start: Int64
  }

  package private(set) var source: LogSource?
  package private(set) var entries = PagedLog<Entry>()
  package private(set) var ended = PagedLog<Run>()
  /// The runs and waits that have not ended, by their number.
  package private(set) var running: [UInt64: Run] = [:]
  package private(set) var subscriptions: [UInt64: Subscribed] = [:]
  /// The newest issues, with their whole texts.
  package private(set) var issues: [Issue] = []
  package private(set) var handledCount = 0
  package private(set) var dropped: [String: Int] = [:]
  /// The number of lines that the recording says it could not keep.
  package private(set) var leftOut = 0
  /// The time of the last line.
  package private(set) var now: Int64 = 0
  package private(set) var isEnded = false

  package init() {}

  // MARK: Adding

  package mutating func add(_ fact: LogFact) {
    switch fact {
    case .began(let source): begin(source)
    case .message(let message): add(message)
    case .handled(let number, let commands, let took, let isChanged):
      guard let position = position(of: number) else { return }
      entries[position].message.commands = commands
      entries[position].message.took = took
      entries[position].message.isChanged = isChanged
      entries[position].message.isOpen = false
    case .notHandled(let reason, let message):
      note(time: message.time)
      dropped[dropped.count < 100 ? reason : "other", default: 0] += 1
      append(Entry(kind: .dropped(reason: reason), message: message))
    case .command(let event): add(event)
    case .subscription(let event): add(event)
    case .issue(let kind, let text, let time): addIssue(kind, text, time)
    case .replaced(let number, let time):
      append(note("after message \(number), the app goes on from another model", time))
    case .gap(let text, let lines):
      leftOut += min(lines, 1 << 40)
      append(note(text, now))
    case .ended(let time):
      isEnded = true
      append(note("the app has ended", time))
    }
  }

  private mutating func begin(_ source: LogSource) {
    let isOther = self.source.map { ($0.app, $0.started) != (source.app, source.started) } ?? false
    // Another run of the app counts its messages anew.
    if isOther { self = MonitorLog() }
    self.source = source
  }

  private mutating func note(time: Int64) { now = max(now, time) }

  private func note(_ text: String, _ time: Int64) -> Entry {
    Entry(
      kind: .note, message: LogMessage(number: 0, time: time, name: text, origin: ""), text: text)
  }

  private mutating func append(_ entry: Entry) {
    note(time: entry.message.time)
    entries.append(entry)
    if entries.count > Self.limit { entries.drop(before: entries.end - Self.limit) }
  }

  private mutating func add(_ message: LogMessage) {
    handledCount += 1
    append(Entry(kind: .message, message: message))
  }

  private mutating func addIssue(_ kind: String, _ text: String, _ time: Int64) {
    issues.append(Issue(kind: kind, text: text))
    if issues.count > 200 { issues.removeFirst() }
    let message = LogMessage(number: 0, time: time, name: kind, origin: "")
    append(Entry(kind: .issue, message: message, text: cutText(text)))
  }

  private mutating func add(_ event: LogEvent<LogCommandStep>) {
    note(time: event.time)
    var run =
      running[event.id]
      ?? Run(
        id: event.id, name: event.name, cause: event.cause, address: event.address, isWait: false)
    switch event.step {
    case .delayed(let until):
      (run.start, run.isWait, run.until) = (event.time, true, until)
    case .queued: (run.start, run.isWait) = (event.time, true)
    case .started: run.start = event.time
    case .answered: run.answers += 1
    case .retried(let count): run.attempts = count
    case .resumed: return end(run, .resumed, event.time)
    case .finished: return end(run, .finished, event.time)
    case .failed(let error): return end(run, .failed(error), event.time)
    case .cancelled(let number): return end(run, .cancelled(by: number), event.time)
    }
    running[event.id] = run
    if running.count > 2 * Self.runningLimit { Self.dropOldest(&running) }
  }

  /// What begins and does not end, because the lines of its end were left out, is not kept for ever.
  private static func dropOldest<Value>(_ values: inout [UInt64: Value]) {
    for id in values.keys.sorted().dropLast(runningLimit) { values[id] = nil }
  }

  private mutating func end(_ run: Run, _ end: Run.End, _ time: Int64) {
    var run = run
    (run.end, run.endTime) = (end, time)
    running[run.id] = nil
    ended.append(run)
    if ended.count > Self.limit { ended.drop(before: ended.end - Self.limit) }
  }

  private mutating func add(_ event: LogEvent<LogSubscriptionStep>) {
    switch event.step {
    case .started:
      subscriptions[event.id] = Subscribed(
        id: event.id, name: event.name, address: event.address, start: event.time)
      if subscriptions.count > 2 * Self.runningLimit { Self.dropOldest(&subscriptions) }
    case .updated: return note(time: event.time)
    case .stopped: subscriptions[event.id] = nil
    }
    append(
      Entry(
        kind: .subscription(event.step),
        message: LogMessage(
          number: 0, cause: event.cause, time: event.time, name: "\(event.name) #\(event.id)",
          origin: "", address: event.address)))
  }

  // MARK: Finding

  /// Returns the position of the message with a number, if it is kept.
  package func position(of number: UInt64) -> Int? {
    // Entries without a number stand between the others, so the search steps over them.
    var (low, high) = (entries.first, entries.end)
    while low < high {
      let middle = (low + high) / 2
      guard let found = (middle..<high).first(where: { entries[$0].message.number > 0 }) else {
        high = middle
        continue
      }
      let other = entries[found].message.number
      if other == number { return found }
      if other < number { low = found + 1 } else { high = middle }
    }
    return nil
  }

  package func message(_ number: UInt64) -> LogMessage? {
    position(of: number).map { entries[$0].message }
  }

  /// The number of the newest message.
  package var latest: UInt64? {
    entries.positions.reversed().lazy.map { entries[$0].message.number }.first { $0 > 0 }
  }
}
