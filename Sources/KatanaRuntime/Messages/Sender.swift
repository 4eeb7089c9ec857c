import Katana
import Synchronization

/// One who can send messages: a run of a command, a declared subscription, or the outside.
///
/// Dispatchers share it; the envelope of each message points to it. Its last reference being gone
/// is the end of a run.
class Sender: @unchecked Sendable {
  // Sendable, because everything but the marked state is constant.
  let core: RuntimeCore
  let origin: Origin
  /// The number of the message that led to this sender; 0 for none.
  let cause: UInt64
  /// Everybody who waits for what descends from a message; see `CompletionTracker`.
  let tracker: CompletionTracker?
  /// The child of the model that the sender belongs to, if it belongs to one.
  let scope: ScopeLifetime?

  /// How many messages from here are on their way; counted for runs of commands only.
  fileprivate let queued = Atomic(0)

  /// Set by the step after which nothing from here is handled. Inside the runtime's steps only,
  /// where nothing overlaps; a dynamic check of that costs 12 ns for each message.
  @exclusivity(unchecked) var isSilenced = false
  /// For runs: whether a task performs it, and whether its end must be told. Inside steps only.
  var isOfTask = false
  var isTracked = false
  /// For runs: whether the first message that is handled cancels others.
  var isInRace = false

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

  final var hasMessagesOnTheirWay: Bool { queued.load(ordering: .relaxed) > 0 }

  /// Whether this sends for the app itself, in answer to nothing: then nothing about it needs to be
  /// kept.
  final let isOutside: Bool
  /// The run that this is, or sends for.
  var run: Run? { nil }
  /// Whether this is a ``Run``.
  final let isRun: Bool
  /// The name of the command that this sends for.
  var command: ValueName? { nil }

  final func countMessage() {
    if isRun { queued.add(1, ordering: .relaxed) }
  }

  /// A message from here was handled or dropped. Returns whether it was the last one on its way.
  final func messageIsDone() -> Bool {
    queued.subtract(1, ordering: .relaxed).newValue == 0
  }

  /// Sends a message that is complete, in its scope and mapped.
  final func send(_ message: consuming any Message, file: StaticString, line: UInt) {
    countMessage()
    core.post(QueuedMessage(message, from: self, file: file, line: line))
  }
}

/// A sender that waits for what its one message causes, on behalf of another one.
final class SettlingSender: Sender, @unchecked Sendable {
  // Sendable, because what it adds to a sender is constant.
  private let principal: Sender

  init(_ principal: Sender, tracker: CompletionTracker) {
    self.principal = principal
    super.init(
      core: principal.core, origin: principal.origin, cause: principal.cause,
      tracker: tracker, scope: principal.scope)
  }

  override var command: ValueName? { principal.command }
  override var run: Run? { principal.run }
  override var isInRace: Bool {
    get { principal.isInRace }
    set { principal.isInRace = newValue }
  }
  override var isSilenced: Bool {
    get { principal.isSilenced }
    set { principal.isSilenced = newValue }
  }
}
