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

  init(_ message: any Message, from sender: Sender, file: StaticString, line: UInt) {
    self.message = message
    site = SendSite(sender, file, line)
  }

  var sender: Sender { site.sender }
  var envelope: Envelope { site.envelope(of: message, number) }
}
