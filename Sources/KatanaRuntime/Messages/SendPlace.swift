import Katana

/// The sender of a message, and the source location that sent it.
struct SendPlace {
  let sender: Sender
  let file: StaticString
  let line: UInt

  init(_ sender: Sender, _ file: StaticString, _ line: UInt) {
    (self.sender, self.file, self.line) = (sender, file, line)
  }

  init(_ queued: QueuedMessage) { self.init(queued.sender, queued.file, queued.line) }

  var cause: UInt64 { sender.cause }

  /// Returns the envelope of a message that was sent from here.
  @inline(__always)
  func envelope(of message: any Message, _ number: UInt64) -> Envelope {
    Envelope(
      message: message, number: number, cause: sender.cause == 0 ? nil : sender.cause,
      origin: sender.origin, command: sender.isOutside ? nil : sender.command, file: file,
      line: line)
  }
}
