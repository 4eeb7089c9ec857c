import Katana
import KatanaMonitorScreen
import KatanaRecording

/// Turns lines of a recording into facts. Used by one thread at a time.
struct LineFacts {
  /// A number, or nanoseconds, of which sums fit: a file may say anything.
  private static let largest: UInt64 = 1 << 56

  /// Texts that many lines have are kept once.
  private var texts: [String: String] = [:]

  /// Returns what a line says; `nil` if that is nothing for the monitor.
  mutating func fact(_ line: FileLine) -> LogFact? {
    let entries = line.entries
    switch line.content {
    case .leftOut(let count, let reason):
      return .gap("\(count) lines are missing: \(reason)", lines: count)
    case .failed(let error): return .gap("a value could not be recorded: \(error)", lines: 0)
    case .item: break
    }
    let time = clock(entries, Entry.time) ?? 0
    if let number = entries.integer(Entry.message, as: UInt64.self) {
      return .message(message(entries, min(number, Self.largest)))
    }
    if let number = entries.integer(Entry.handled, as: UInt64.self) {
      return .handled(
        number: number, commands: entries.names(Entry.commands) ?? [],
        took: clock(entries, Entry.took), isChanged: nil)
    }
    if let reason = entries.name(Entry.notHandled) {
      return .notHandled(reason: once(reason), message(entries, 0))
    }
    if let step = entries.name(Entry.command) { return command(step, entries, time) }
    if let step = entries.name(Entry.subscription).flatMap(LogSubscriptionStep.init) {
      return .subscription(
        LogEvent(
          step, id: entries.integer(Entry.id, as: UInt64.self) ?? 0, time: time,
          name: name(entries),
          cause: entries.integer(Entry.cause, as: UInt64.self), address: address(entries)))
    }
    if let kind = entries.name(Entry.issue) {
      let text = cutText(
        printableText(entries.text(Entry.text) ?? "", keepsLines: true), to: 16_000)
      return .issue(kind: once(kind), text: text, time: time)
    }
    if entries.has(Entry.replaces), let number = entries.integer(Entry.checkpoint, as: UInt64.self)
    {
      return .replaced(after: number, time: time)
    }
    return entries.has(Entry.ended) ? .ended(time: time) : nil
  }

  private mutating func message(_ entries: LineEntries, _ number: UInt64) -> LogMessage {
    var payload = entries.jsonText(Entry.payload)
    if let problem = entries.name(Entry.unrecordable) { payload = "not recorded: \(problem)" }
    return LogMessage(
      number: number, cause: entries.integer(Entry.cause, as: UInt64.self),
      time: clock(entries, Entry.time) ?? 0, took: clock(entries, Entry.took), name: name(entries),
      origin: once(entries.name(Entry.origin) ?? ""), place: once(entries.name(Entry.place) ?? ""),
      address: address(entries), payload: payload.map { cutText(printableText($0)) },
      commands: (entries.names(Entry.commands) ?? []).prefix(100).map { once($0) },
      isOpen: entries.has(Entry.isOpen))
  }

  private mutating func command(
    _ step: String, _ entries: LineEntries, _ time: Int64
  ) -> LogFact? {
    let known: LogCommandStep
    switch step {
    case "delayed": known = .delayed(until: clock(entries, Entry.until) ?? time)
    case "queued": known = .queued
    case "resumed": known = .resumed
    case "started": known = .started
    case "answered": known = .answered(entries.integer(Entry.answer, as: UInt64.self) ?? 0)
    case "finished": known = .finished
    case "failed": known = .failed(cutText(entries.name(Entry.error) ?? ""))
    case "cancelled": known = .cancelled(by: entries.integer(Entry.by, as: UInt64.self))
    case "retried": known = .retried(Int(entries.integer(Entry.count, as: UInt16.self) ?? 0))
    default: return nil
    }
    return .command(
      LogEvent(
        known, id: entries.integer(Entry.run, as: UInt64.self) ?? 0, time: time,
        name: name(entries), cause: entries.integer(Entry.cause, as: UInt64.self),
        address: address(entries)))
  }

  private mutating func name(_ entries: LineEntries) -> String {
    once(entries.name(Entry.name) ?? "")
  }

  private mutating func address(_ entries: LineEntries) -> String? {
    entries.name(Entry.scope).map { once($0) }
  }

  private func clock(_ entries: LineEntries, _ key: StaticString) -> Int64? {
    entries.integer(key, as: Int64.self).map { min(max($0, 0), Int64(Self.largest)) }
  }

  private mutating func once(_ text: String) -> String {
    let text = cutText(text)
    if let known = texts[text] { return known }
    if texts.count > 10_000 { texts = [:] }
    texts[text] = text
    return text
  }
}
