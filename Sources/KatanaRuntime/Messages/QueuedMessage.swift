import Katana

/// A message on its way through the runtime. It keeps its sender alive, and so the run of a
/// command. Users get its ``envelope``, which keeps nothing alive.
struct QueuedMessage {
  var message: any Message
  /// The position in the order in which all messages are handled, from 1; 0 before it is handled.
  var number: UInt64 = 0
  let file: StaticString
  let line: UInt
  var sender: Sender
  /// Whether the message to handle is in the buffer of its declaration; see ``MessageBuffer``.
  var isBuffered = false
  var wait = CompletionTracker.Wait.none

  init(_ message: any Message, from sender: Sender, file: StaticString, line: UInt) {
    self.message = message
    self.sender = sender
    self.file = file
    self.line = line
  }

  var envelope: Envelope { SendSite(self).envelope(of: message, number) }
}
