import Katana

/// Counts the messages and runs that one message causes, and reports when none is left. Used inside
/// of steps only, except for the pending runs.
final class CompletionTracker: @unchecked Sendable {
  // Sendable, because the state is used inside of steps only, or with the lock held.
  private let parent: CompletionTracker?
  /// Whether a command has cancelled the consequences that are counted here. Consequences that
  /// begin later do not belong to this tracker.
  var isCancelled = false
  /// The group of commands with an id that can cancel the consequences that are counted here, and
  /// the number of this tracker in the group; `nil` if code waits for the consequences.
  var name: (commands: NamedCommands, number: UInt64)?
  private let lock = Lock()
  /// Used with the lock held, because the code that waits reads it from another thread.
  private var pending: [Run.ID: ValueName] = [:]
  private var waitingMessages = 1
  private let wanted: (any Message.Type)?
  private var finish: ((Outcome) -> Void)?
  private var result = SettleOutcome()

  /// The trackers that count a message as one of their waiting messages. Messages of a run are
  /// normally not counted: the end of the run is queued behind them, and the run is counted.
  enum Wait {
    case none
    /// The tracker that was created for this message.
    case own
    /// All trackers of the chain, because an interceptor has deferred the message, and the end of
    /// its run may come before it.
    case chain
  }

  enum Outcome: Sendable {
    case settled(SettleOutcome)
    case found(any Message)
    case timedOut(pending: [String])
    case cancelled
    case ended
  }

  /// - Parameters:
  ///   - wanted: The message type that ends the waiting when a message of it has been handled.
  ///   - parent: The tracker of the sender that waits, which counts the same consequences.
  init(
    wanted: (any Message.Type)?, parent: CompletionTracker?,
    finish: @escaping @Sendable (Outcome) -> Void
  ) {
    self.wanted = wanted
    self.parent = parent?.firstThatGoesOn
    self.finish = finish
  }

  func began(_ id: Run.ID, _ name: ValueName) {
    lock.withLock { pending[id] = name }
    parent?.began(id, name)
  }

  func ended(_ id: Run.ID) {
    lock.withLock { pending[id] = nil }
    finishIfDone()
    parent?.ended(id)
  }

  /// Notes that a command has failed, and that nothing in the app handles its error.
  func failed(_ failure: CommandFailure) {
    result.failures.append(failure)
    parent?.failed(failure)
  }

  /// Notes that a counted message was put back into the queue, and will be handled later.
  func deferred() {
    waitingMessages += 1
    parent?.deferred()
  }

  /// Notes that a counted message was handled or dropped.
  ///
  /// - Parameter message: The message that was handled; `nil` if it was dropped.
  func done(_ message: (any Message)?, _ wait: Wait) {
    if wait != .none { waitingMessages -= 1 }
    if wait == .own, message != nil { result.wasHandled = true }
    let content = (message as? ScopedMessage)?.message ?? message
    if let wanted, let content, type(of: content) == wanted { end(.found(content)) }
    finishIfDone()
    parent?.done(message, wait == .chain ? .chain : .none)
  }

  private var firstThatGoesOn: CompletionTracker? {
    var next: CompletionTracker? = self
    while let tracker = next, tracker.isCancelled { next = tracker.parent }
    return next
  }

  /// Returns whether everything that this tracker counts is counted by the other one too.
  func isPart(of other: CompletionTracker) -> Bool { isPart { $0 === other } }

  /// Returns whether everything that this tracker counts is counted by one that meets a condition.
  func isPart(ofOne condition: (CompletionTracker) -> Bool) -> Bool {
    var next: CompletionTracker? = self
    while let tracker = next, !condition(tracker) { next = tracker.parent }
    return next != nil
  }

  /// The runs that go on, in the order of their start.
  var pendingIDs: [Run.ID] { lock.withLock { pending.keys.sorted() } }

  var isOver: Bool { finish == nil }
  func abandon() { end(.ended) }

  /// The names of the commands that are still running, sorted. May be read from any thread.
  var pendingNames: [String] { lock.withLock { pending.values.map(\.fullName) }.sorted() }

  private func finishIfDone() {
    if waitingMessages == 0 && pending.isEmpty { end(.settled(result)) }
  }

  private func end(_ outcome: Outcome) {
    let finish = finish
    self.finish = nil
    finish?(outcome)
  }
}
