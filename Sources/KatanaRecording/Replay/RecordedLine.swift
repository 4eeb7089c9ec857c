/// The parts of a recorded line that a replay needs.
enum RecordedLine {
  case message(RecordedMessage)
  /// The commands that an update returned, if the message was recorded before its update.
  case handled(UInt64, commands: [String])
  /// The model after a message, as JSON.
  case checkpoint(after: UInt64, model: [UInt8], maskedSecrets: Int)
  /// The app continued from another model after a message. `model` is its JSON, if it was recorded.
  case replaced(after: UInt64, model: [UInt8]?, maskedSecrets: Int)
  /// A number of lines is missing here.
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
      } else if let number = entries.integer(Entry.handled, as: UInt64.self) {
        self = .handled(number, commands: entries.names(Entry.commands) ?? [])
      } else if let number = entries.integer(Entry.checkpoint, as: UInt64.self),
        entries.has(Entry.replaces)
      {
        self = .replaced(
          after: number, model: entries.json(Entry.model),
          maskedSecrets: entries.integer(Entry.masked) ?? 0)
      } else if let number = entries.integer(Entry.checkpoint, as: UInt64.self),
        let model = entries.json(Entry.model)
      {
        self = .checkpoint(
          after: number, model: model, maskedSecrets: entries.integer(Entry.masked) ?? 0)
      } else {
        self = .other
      }
    }
  }
}
