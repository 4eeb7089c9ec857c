import Katana

/// Counts what descends from one message, for somebody who waits for it. Used inside steps only,
/// but for what is still running.
final class CompletionTracker: @unchecked Sendable {
  // Sendable, because the state is used inside the runtime's steps only, or with the lock held.
  private let parent: CompletionTracker?
  /// Whether a command has cancelled what is counted here: what begins from now on does not belong to
  /// it.
  var isCancelled = false
  private let lock = Lock()
  /// Changed with the lock held: whoever waits asks for it from another thread.
  private var pending: [Run.ID: ValueName] = [:]
  private var waitingMessages = 1
  private let wanted: (any Message.Type)?
  private var finish: ((Outcome) -> Void)?
  private var result = SettleOutcome()

  /// Who waits for a message as such. Nobody waits for a run's messages: the run's end is behind
  /// them in the queue.
  enum Wait {
    case none
    /// The group that the message began.
    case own
    /// The groups of a deferred message, which its run's end may have overtaken.
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
  ///   - wanted: The message type that ends the waiting when it was handled.
  ///   - parent: Who waits for the run that waits here.
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

  /// A command has failed, and nothing in the app takes its error.
  func failed(_ failure: CommandFailure) {
    result.failures.append(failure)
    parent?.failed(failure)
  }

  /// A message of the group was put back into the queue, and will be handled later.
  func deferred() {
    waitingMessages += 1
    parent?.deferred()
  }

  /// A message of the group is done with.
  ///
  /// - Parameter message: What was handled; `nil` for a message that was dropped.
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

  /// Whether what counts here counts there too.
  func isPart(of other: CompletionTracker) -> Bool {
    var next: CompletionTracker? = self
    while let tracker = next, tracker !== other { next = tracker.parent }
    return next != nil
  }

  /// What goes on, in the order of its start.
  var pendingIDs: [Run.ID] { lock.withLock { pending.keys.sorted() } }

  var isOver: Bool { finish == nil }
  func abandon() { end(.ended) }

  /// The commands that are still running, by name, sorted; from any thread.
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
