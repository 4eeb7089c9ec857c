import Katana

/// A message on its way through the runtime. It keeps its sender alive, and so the run of a
/// command. Users get its ``envelope``, which keeps nothing alive.
struct QueuedMessage {
  var message: any Message
  /// The position in the order in which all messages are handled, from 1; 0 before it is handled.
  var number: UInt64 = 0
  var site: SendSite
  /// Whether the message to handle is in the buffer of its declaration; see ``MessageBuffer``.
  var isBuffered = false
  var wait = CompletionTracker.Wait.none

  init(_ message: any Message, from site: SendSite) { (self.message, self.site) = (message, site) }

  var sender: Sender { site.sender }
  var envelope: Envelope { site.envelope(of: message, number) }
}

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

  /// Returns what the history keeps of a message that was sent from here.
  func entry(of message: any Message, _ number: UInt64) -> History.Entry {
    History.Entry(
      number: number, cause: cause, message: ValueName(message), origin: sender.origin,
      command: command, file: file, line: line)
  }

  /// Returns the envelope of a message that was sent from here.
  func envelope(of message: any Message, _ number: UInt64) -> Envelope {
    Envelope(
      message: message, number: number, cause: cause, origin: sender.origin, command: command,
      file: file, line: line)
  }
}
