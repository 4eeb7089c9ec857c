/// A line of a recording, as far as a replay needs it.
enum RecordedLine {
  case message(RecordedMessage)
  /// What the update of a message has returned, which was recorded before the update.
  case handled(UInt64, commands: [String])
  /// The model after a message, as JSON.
  case checkpoint(after: UInt64, model: [UInt8], maskedSecrets: Int)
  /// The model became another one after a message; its JSON, if it was recorded.
  case replaced(after: UInt64, model: [UInt8]?, maskedSecrets: Int)
  /// Lines are missing here.
  case leftOut(Int)
  case other

  init(_ line: FileLine) {
    let entries = line.entries
    switch line.content {
    case .leftOut(let count, _): self = .leftOut(count)
    case .failed: self = .leftOut(1)
    case .item:
      if let message = RecordedMessage(entries) {
        self = .message(message)
      } else if let number = entries.integer("\(Entry.handled)", as: UInt64.self) {
        let commands = try? entries.decode([String].self, "\(Entry.commands)")
        self = .handled(number, commands: commands ?? [])
      } else if let number = entries.integer("\(Entry.checkpoint)", as: UInt64.self),
        entries.has("\(Entry.replaces)")
      {
        self = .replaced(
          after: number, model: entries.json("\(Entry.model)"),
          maskedSecrets: entries.integer("\(Entry.masked)") ?? 0)
      } else if let number = entries.integer("\(Entry.checkpoint)", as: UInt64.self),
        let model = entries.json("\(Entry.model)")
      {
        self = .checkpoint(
          after: number, model: model, maskedSecrets: entries.integer("\(Entry.masked)") ?? 0)
      } else {
        self = .other
      }
    }
  }
}
