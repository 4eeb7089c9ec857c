import Katana
import Synchronization

/// A sender of messages: a run of a command, a declared subscription, an interceptor, or code
/// outside of the runtime.
///
/// Copies of a dispatcher share one sender, and each queued message holds it. A run ends when the
/// last reference to it is released.
class Sender: @unchecked Sendable {
  // Sendable, because all state is constant or atomic, except the properties that are marked as
  // used inside of steps only.
  let core: RuntimeCore
  let origin: Origin
  /// The number of the message that caused this sender to exist; 0 if no message did.
  let cause: UInt64
  /// Counts the consequences of a message, to which this sender belongs; `nil` if no code waits for
  /// them.
  let tracker: CompletionTracker?
  /// The lifetime of the child that the sender belongs to; `nil` for the app itself.
  let scope: ScopeLifetime?

  /// The number of messages from this sender that wait in the queue. Counted for runs of commands
  /// only.
  private let queued = Atomic(0)

  /// Whether messages from this sender are dropped. Used inside of steps only.
  var isSilenced: Bool { false }
  /// For runs: whether a task performs the command. Used inside of steps only.
  var isOfTask = false
  /// For runs: whether the run is registered with the `CommandRunner`. Used inside of steps only.
  var isTracked = false
  /// For runs: whether the run is part of a `Race`, whose first handled message cancels the other
  /// members. Used inside of steps only.
  var isInRace: Bool { false }

  init(
    core: RuntimeCore, origin: Origin, cause: UInt64 = 0, tracker: CompletionTracker? = nil,
    scope: ScopeLifetime? = nil
  ) {
    self.core = core
    self.origin = origin
    self.cause = cause
    self.tracker = tracker
    self.scope = scope
    let type = type(of: self)
    isRun = type == Run.self
    isOutside = if case .outside = origin { type == Sender.self } else { false }
  }

  final var hasQueuedMessages: Bool { queued.load(ordering: .relaxed) > 0 }

  /// Whether this sends for code outside of the runtime. Then no state needs to be kept for it.
  final let isOutside: Bool
  /// The run that this is, or sends on behalf of.
  var run: Run? { nil }
  /// Whether this is a ``Run``.
  final let isRun: Bool
  /// The name of the command on whose behalf this sends.
  var command: ValueName? { nil }

  /// Notes that a message from this sender gets its place in the queue. If it were called earlier, a
  /// run whose last queued message is handled meanwhile would not be registered.
  final func messageIsQueued() {
    if isRun { queued.add(1, ordering: .relaxed) }
  }

  /// Notes that a queued message from this sender was handled or dropped. Returns whether no other
  /// one is in the queue.
  final func messageIsDone() -> Bool {
    queued.subtract(1, ordering: .relaxed).newValue == 0
  }
}

/// Sends one message on behalf of another sender, and has a tracker that counts what the message
/// causes.
final class SettlingSender: Sender, @unchecked Sendable {
  // Sendable, because the property that it adds to a sender is constant.
  private let principal: Sender

  init(_ principal: Sender, tracker: CompletionTracker) {
    self.principal = principal
    super.init(
      core: principal.core, origin: principal.origin, cause: principal.cause,
      tracker: tracker, scope: principal.scope)
  }

  override var command: ValueName? { principal.command }
  override var run: Run? { principal.run }
  override var isInRace: Bool { principal.isInRace }
  override var isSilenced: Bool { principal.isSilenced }
}
