import Katana

/// The sender of a message, and the source location that sent it. Valid during one call, in which
/// something else keeps the sender alive.
struct SendSite {
  // Not retained, because each look at a message would retain it.
  private let unretainedSender: Unmanaged<Sender>
  let file: StaticString
  let line: UInt

  init(_ sender: Sender, _ file: StaticString, _ line: UInt) {
    unretainedSender = .passUnretained(sender)
    (self.file, self.line) = (file, line)
  }

  init(_ queued: borrowing QueuedMessage) { self.init(queued.sender, queued.file, queued.line) }

  var sender: Sender { unretainedSender.takeUnretainedValue() }

  var cause: UInt64 { unretainedSender._withUnsafeGuaranteedRef { $0.cause } }

  /// What an envelope says of its sender.
  var senderFacts: (cause: UInt64?, origin: Origin, command: ValueName?) {
    unretainedSender._withUnsafeGuaranteedRef { sender in
      (
        sender.cause == 0 ? nil : sender.cause, sender.origin,
        sender.isOutside ? nil : sender.command
      )
    }
  }

  /// Returns the envelope of a message that was sent from here.
  @inline(__always)
  func envelope(
    of message: consuming any Message, _ number: UInt64,
    _ sender: (cause: UInt64?, origin: Origin, command: ValueName?)
  ) -> Envelope {
    Envelope(
      message: message, number: number, cause: sender.cause, origin: sender.origin,
      command: sender.command, file: file, line: line)
  }
}
