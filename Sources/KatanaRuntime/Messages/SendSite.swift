import Katana

/// The sender of a message, and the source location that sent it.
struct SendSite {
  var sender: Sender
  let file: StaticString
  let line: UInt

  init(_ sender: Sender, _ file: StaticString, _ line: UInt) {
    (self.sender, self.file, self.line) = (sender, file, line)
  }

  /// The number of the message that caused what is sent; `nil` if no message did.
  var cause: UInt64? { sender.cause == 0 ? nil : sender.cause }

  /// The name of the command whose interpreter sends; `nil` for other senders.
  var command: ValueName? { sender.isOutside ? nil : sender.command }

  /// Returns the envelope of a message that was sent from here.
  func envelope(of message: any Message, _ number: UInt64) -> Envelope {
    Envelope(
      message: message, number: number, cause: cause, origin: sender.origin, command: command,
      file: file, line: line)
  }
}
