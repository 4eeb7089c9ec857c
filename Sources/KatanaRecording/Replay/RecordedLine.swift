/// The parts of a recorded line that a replay needs.
enum RecordedLine {
  case message(RecordedMessage)
  /// The commands that an update returned, if the message was recorded before its update.
  case handled(UInt64, commands: [String])
  /// The model after a message, as JSON.
  case checkpoint(after: UInt64, model: [UInt8], maskedSecrets: Int)
  /// The app continued from another model after a message. `model` is its JSON, if it was recorded;
  /// `problem` is the error that prevented it.
  case replaced(after: UInt64, model: [UInt8]?, maskedSecrets: Int, problem: String?)
  /// Lines are missing here; the text says why.
  case gap(String)
  case other

  init(_ line: FileLine) {
    let entries = line.entries
    switch line.content {
    case .leftOut(let count, let reason):
      let why = reason == "disk" ? "the disk refused them" : "too many lines waited for the disk"
      let what = count == 1 ? "a line that was" : "\(count) lines that were"
      self = .gap("Line \(line.position) stands for \(what) left out: \(why).")
    case .failed(let error):
      self = .gap("Line \(line.position) stands for a value that could not be encoded: \(error).")
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
          maskedSecrets: entries.integer(Entry.masked) ?? 0,
          problem: entries.name(Entry.unrecordable))
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
