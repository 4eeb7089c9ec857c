import Katana
import Synchronization

/// A sender of messages: a run of a command, a declared subscription, an interceptor, or code outside of
/// the runtime.
///
/// Copies of a dispatcher share one sender, and each queued message holds it.
class Sender: @unchecked Sendable {
  // Sendable, because all state is constant or atomic.

  final let core: RuntimeCore
  final let origin: Origin
  /// The number of the message that caused this sender to exist; 0 if no message did.
  final let cause: UInt64
  /// Counts the consequences of a message, to which this sender belongs; `nil` if no code waits for them.
  final let tracker: CompletionTracker?
  /// The lifetime of the child that the sender belongs to; `nil` for the app itself.
  final let scope: ChildRecord?
  /// The run for which this sends; `nil` if it belongs to no command.
  final let run: Run?
  /// Whether this is the sender of a run. The run ends with it.
  final let isOfCommand: Bool
  /// Whether this sends for code outside of the runtime. Then no state needs to be kept for it.
  final let isOutside: Bool
  /// The number of messages from this sender that wait in the queue. Counted for runs only.
  private let queued = Atomic(0)
  /// Whether messages from this sender are dropped. Used inside of steps only.
  var isSilenced: Bool { run?.isSilenced ?? false }

  init(
    core: RuntimeCore, origin: Origin, cause: UInt64 = 0, tracker: CompletionTracker? = nil,
    scope: ChildRecord? = nil, run: Run? = nil
  ) {
    (self.core, self.origin, self.cause) = (core, origin, cause)
    (self.tracker, self.scope, self.run) = (tracker, scope, run)
    let type = type(of: self)
    isOfCommand = type == CommandSender.self
    isOutside = if case .outside = origin { type == Sender.self } else { false }
  }

  final var hasQueuedMessages: Bool { queued.load(ordering: .relaxed) > 0 }

  /// The name of the command on whose behalf this sends.
  final var command: ValueName? { run?.name }

  /// Notes that a message from this sender gets its place in the queue. If it were called earlier, a run
  /// whose last queued message is handled meanwhile would not be registered.
  final func messageIsQueued() {
    if isOfCommand { queued.add(1, ordering: .relaxed) }
  }

  /// Notes that a queued message from this sender was handled or dropped. Returns whether no other one is
  /// in the queue.
  final func messageIsDone() -> Bool {
    queued.subtract(1, ordering: .relaxed).newValue == 0
  }
}

/// Sends one message on behalf of another sender, and has a tracker that counts what the message causes.
final class SettlingSender: Sender, @unchecked Sendable {
  // Sendable, because the property that it adds to a sender is constant.

  /// Kept, because a run ends with its sender.
  private let principal: Sender

  init(_ principal: Sender, tracker: CompletionTracker) {
    self.principal = principal
    super.init(
      core: principal.core, origin: principal.origin, cause: principal.cause,
      tracker: tracker, scope: principal.scope, run: principal.run)
  }

  override var isSilenced: Bool { principal.isSilenced }
}

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
