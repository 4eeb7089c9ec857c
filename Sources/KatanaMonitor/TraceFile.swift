import KatanaMonitorScreen

/// A trace for Perfetto or Chrome, made from what a recording says ("Trace Event Format", Google, 2016).
struct TraceFile {
  private var events: [String] = []
  /// The runs that have begun.
  private var names: [UInt64: String] = [:]

  mutating func add(_ fact: LogFact) {
    switch fact {
    case .message(let message):
      add(
        message.name, "X", "update", message.time,
        ",\"tid\":1,\"dur\":\(Double(message.took ?? 0) / 1_000)"
          + ",\"args\":{\"number\":\(message.number),\"from\":\(quoted(message.origin))}")
    case .command(let event):
      switch event.step {
      case .started: names[event.id] = event.name
      case .delayed, .queued: names[event.id] = "\(event.name) (waits)"
      case .answered, .retried: return
      case .finished, .failed, .cancelled, .resumed:
        guard let name = names.removeValue(forKey: event.id) else { return }
        return add(name, "e", "command", event.time, ",\"tid\":2,\"id\":\"c\(event.id)\"")
      }
      let cause = event.cause.map { ",\"args\":{\"cause\":\($0)}" } ?? ""
      add(
        names[event.id] ?? "", "b", "command", event.time,
        ",\"tid\":2,\"id\":\"c\(event.id)\"\(cause)")
    case .subscription(let event):
      let phase = event.step == .started ? "b" : event.step == .stopped ? "e" : nil
      if let phase {
        add(event.name, phase, "subscription", event.time, ",\"tid\":3,\"id\":\"s\(event.id)\"")
      }
    case .issue(let kind, _, let time): add(kind, "i", "issue", time, ",\"tid\":1,\"s\":\"g\"")
    case .notHandled(let reason, let message):
      add("\(message.name) \(reason)", "i", "dropped", message.time, ",\"tid\":1,\"s\":\"g\"")
    case .began, .handled, .replaced, .gap, .ended: break
    }
  }

  private mutating func add(
    _ name: String, _ phase: String, _ category: String, _ time: Int64, _ rest: String
  ) {
    events.append(
      "{\"name\":\(quoted(name)),\"cat\":\"\(category)\",\"ph\":\"\(phase)\",\"pid\":1"
        + ",\"ts\":\(Double(time) / 1_000)\(rest)}")
  }

  /// The names of a recording have no characters that control anything.
  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  var text: String { "{\"traceEvents\":[\n" + events.joined(separator: ",\n") + "\n]}\n" }
}
