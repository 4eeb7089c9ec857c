/// Which entries the timeline shows: words that all must be found, in capitals or not; with `-` before it, a
/// word that must not be found. `slow`, `dropped`, `issue` and `unchanged` also find what is so.
package struct LogFilter: Equatable, Sendable {
  private var wanted: [String] = []
  private var unwanted: [String] = []

  package init(_ text: String) {
    for word in text.lowercased().split(separator: " ").map(String.init) {
      if word.hasPrefix("-") {
        if word.count > 1 { unwanted.append(String(word.dropFirst())) }
      } else {
        wanted.append(word)
      }
    }
  }

  package var isEmpty: Bool { wanted.isEmpty && unwanted.isEmpty }

  package func accepts(_ entry: MonitorLog.Entry) -> Bool {
    if isEmpty { return true }
    let text = Self.text(of: entry)
    return wanted.allSatisfy { text.contains($0) } && !unwanted.contains { text.contains($0) }
  }

  private static func text(of entry: MonitorLog.Entry) -> String {
    let message = entry.message
    let parts = [
      message.name, message.origin, message.place, message.address ?? "", message.payload ?? "",
      entry.text, entry.isSlow ? "slow" : "", message.isChanged == false ? "unchanged" : "",
      entry.kind == .message ? "" : "\(entry.kind)",
    ]
    return parts.joined(separator: "\n").lowercased()
  }
}

/// The lines of the timeline: each an entry, or a burst of equal ones.
package struct TimelineLines: Equatable, Sendable {
  package struct Line: Equatable, Sendable {
    /// The positions of the first and the last entry of a burst.
    package var first: Int
    package var last: Int
    package var count = 1
  }

  package private(set) var lines = PagedLog<Line>()
  private var filter = LogFilter("")
  private var folds = true
  /// The position behind the last entry that was looked at.
  private var end = 0

  package init() {}

  package init(_ log: MonitorLog, _ filter: LogFilter, folds: Bool = true) {
    (self.filter, self.folds) = (filter, folds)
    end = log.entries.first
    take(log)
  }

  /// Takes what was added to the log since the last call.
  package mutating func take(_ log: MonitorLog) {
    if log.entries.end < end { self = TimelineLines(log, filter, folds: folds) }
    for position in max(end, log.entries.first)..<log.entries.end
    where filter.accepts(log.entries[position]) {
      if folds, let last = lines.last, last.last >= log.entries.first,
        Self.isBurst(log.entries[last.last], log.entries[position])
      {
        lines[lines.end - 1].last = position
        lines[lines.end - 1].count += 1
      } else {
        lines.append(Line(first: position, last: position))
      }
    }
    end = log.entries.end
    lines.drop(before: lines.partition { $0.last >= log.entries.first })
  }

  /// Whether two entries say the same, but for when and with which values.
  private static func isBurst(_ former: MonitorLog.Entry, _ next: MonitorLog.Entry) -> Bool {
    guard former.kind == next.kind, former.text == next.text else { return false }
    switch next.kind {
    case .message, .dropped: break
    case .subscription, .issue, .note: return false
    }
    let (former, next) = (former.message, next.message)
    return former.name == next.name && former.origin == next.origin
      && former.address == next.address && former.isChanged == next.isChanged
      && (former.took ?? 0) <= MonitorLog.slow && (next.took ?? 0) <= MonitorLog.slow
  }

  /// Returns the position of the line with an entry; `nil` if no line has it.
  package func line(of entry: Int) -> Int? {
    let found = lines.partition { $0.last >= entry }
    guard found < lines.end, lines[found].first <= entry else { return nil }
    return found
  }
}
