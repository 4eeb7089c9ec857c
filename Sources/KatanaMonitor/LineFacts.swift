import Katana
import KatanaMonitorScreen
import KatanaRecording

/// Turns lines of a recording into facts. Used by one thread at a time.
struct LineFacts {
  /// The characters of a payload that are kept.
  private static let payloadLength = 4_000

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
    let time = entries.integer(Entry.time, as: Int64.self) ?? 0
    if let number = entries.integer(Entry.message, as: UInt64.self) {
      return .message(message(entries, number))
    }
    if let number = entries.integer(Entry.handled, as: UInt64.self) {
      return .handled(
        number: number, commands: entries.names(Entry.commands) ?? [],
        took: entries.integer(Entry.took, as: Int64.self), isChanged: nil)
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
      let text = printableText(entries.text(Entry.text) ?? "", keepsLines: true)
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
    if let text = payload, text.utf8.count > Self.payloadLength {
      payload = text.prefix(Self.payloadLength) + "… (\(text.utf8.count) bytes)"
    }
    if let problem = entries.name(Entry.unrecordable) { payload = "not recorded: \(problem)" }
    return LogMessage(
      number: number, cause: entries.integer(Entry.cause, as: UInt64.self),
      time: entries.integer(Entry.time, as: Int64.self) ?? 0,
      took: entries.integer(Entry.took, as: Int64.self), name: name(entries),
      origin: once(entries.name(Entry.origin) ?? ""), place: once(entries.name(Entry.place) ?? ""),
      address: address(entries), payload: payload.map { printableText($0) },
      commands: (entries.names(Entry.commands) ?? []).map { once($0) },
      isOpen: entries.has(Entry.isOpen))
  }

  private mutating func command(
    _ step: String, _ entries: LineEntries, _ time: Int64
  ) -> LogFact? {
    let known: LogCommandStep
    switch step {
    case "delayed": known = .delayed(until: entries.integer(Entry.until, as: Int64.self) ?? time)
    case "queued": known = .queued
    case "resumed": known = .resumed
    case "started": known = .started
    case "answered": known = .answered(entries.integer(Entry.answer, as: UInt64.self) ?? 0)
    case "finished": known = .finished
    case "failed": known = .failed(entries.name(Entry.error) ?? "")
    case "cancelled": known = .cancelled(by: entries.integer(Entry.by, as: UInt64.self))
    case "retried": known = .retried(entries.integer(Entry.count) ?? 0)
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

  private mutating func once(_ text: String) -> String {
    if let known = texts[text] { return known }
    if texts.count > 10_000 { texts = [:] }
    texts[text] = text
    return text
  }
}
