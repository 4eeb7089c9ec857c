import Katana

/// A message on its way through the runtime. It keeps its sender, and so the run of a command, alive;
/// what users get is its ``envelope``, which keeps nothing alive.
struct QueuedMessage {
  var message: any Message
  /// The place in the total order of all messages, from 1; 0 before it is handled.
  var number: UInt64 = 0
  let file: StaticString
  let line: UInt
  var sender: Sender
  /// Whether the message waits with its sender, which keeps only the newest; see
  /// ``MessageBuffering``.
  var isBuffered = false
  var wait = CompletionTracker.Wait.none

  init(_ message: any Message, from sender: Sender, file: StaticString, line: UInt) {
    self.message = message
    self.sender = sender
    self.file = file
    self.line = line
  }

  var envelope: Envelope {
    SendPlace(self).envelope(of: message, number)
  }
}
