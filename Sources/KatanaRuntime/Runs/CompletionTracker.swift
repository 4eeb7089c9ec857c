import Katana

/// Counts the messages and runs that one message causes, and reports when none is left. Used inside
/// of steps only, except for the pending runs.
///
/// Among the consequences of a message may be some that have a tracker of their own: those of a
/// command, or those for which other code waits. The outer tracker counts the inner one as long as
/// it has something left. So each run is counted by one tracker, however many are around it.
final class CompletionTracker: @unchecked Sendable {
  // Sendable, because the state is used inside of steps only, or with the lock held.
  /// The tracker around this one. Before ``begin()``, that of the sender.
  private var parent: CompletionTracker?
  /// The nearest tracker around this one for which code waits. The parents keep it.
  private unowned var waiting: CompletionTracker?
  /// The key of the commands that can cancel the consequences that are counted here, and the number of
  /// this tracker among those of the key; `nil` if code waits for the consequences.
  let name: (key: ControlKey, number: UInt64)?
  /// Whether a command has cancelled the consequences that are counted here. Consequences that
  /// begin later do not belong to this tracker.
  var isCancelled = false
  private let lock = Lock()
  // Used with the lock held, because the code that waits reads them from another thread:
  private var pending: [RunID: Pending] = [:]
  /// The trackers inside of this one that have something left. Weak, because that may never end if
  /// the runtime ends.
  private var inner: [ObjectIdentifier: Inner] = [:]
  /// The number of waiting messages, of pending runs and of parts.
  private var left = 0
  private let wanted: (any Message.Type)?
  private var finish: ((Outcome) -> Void)?
  private var result = SettleOutcome()

  private struct Inner { weak var tracker: CompletionTracker? }

  /// A run, or a control command.
  private struct Pending {
    let name: ValueName
    /// The control command that the run is part of.
    let command: RunID?
  }

  /// How a message is counted. Messages of a run are normally not counted: the end of the run is
  /// queued behind them, and the run is counted.
  enum Wait {
    case none
    /// The tracker was created for this message.
    case own
    /// The message is counted, because an interceptor has deferred it, and the end of its run may
    /// come before it.
    case deferred
  }

  /// How the waiting ends, unless it fails.
  enum Settled: Sendable {
    case settled(SettleOutcome)
    case found(any Message)
  }

  typealias Outcome = Result<Settled, SettleError>

  /// - Parameters:
  ///   - wanted: The message type that ends the waiting when a message of it has been handled.
  ///   - parent: The tracker of the sender, which waits for the same consequences.
  ///   - name: The key of the commands that can cancel the consequences.
  init(
    wanted: (any Message.Type)? = nil, parent: CompletionTracker?,
    name: (key: ControlKey, number: UInt64)? = nil,
    finish: @escaping @Sendable (Outcome) -> Void
  ) {
    self.wanted = wanted
    self.parent = parent
    self.name = name
    self.finish = finish
  }

  deinit {
    // One after the other: a long chain of trackers would be released by nested calls.
    var next = parent
    parent = nil
    while isKnownUniquelyReferenced(&next), let tracker = next {
      next = tracker.parent
      tracker.parent = nil
    }
  }

  /// Counts the message, or the command, whose consequences are counted. Called once.
  func begin() {
    parent = parent?.firstThatGoesOn
    waiting = parent.flatMap { $0.name == nil ? $0 : $0.waiting }
    add()
  }

  /// Counts a run, or a control command, until it has ended.
  ///
  /// - Parameter command: The control command that the run is part of.
  func began(_ id: RunID, _ name: ValueName, partOf command: RunID? = nil) {
    let new = Pending(name: name, command: command)
    if lock.withLock({ pending.updateValue(new, forKey: id) }) == nil { add() }
  }

  func ended(_ id: RunID) {
    if lock.withLock({ pending.removeValue(forKey: id) }) != nil { remove() }
  }

  /// Notes that a command has failed, and that nothing in the app handles its error.
  func failed(_ failure: CommandFailure) { tellWaiting { $0.result.failures.append(failure) } }

  /// Notes that a message was put back into the queue, and will be handled later.
  func deferred() { add() }

  /// Notes that a message was handled or dropped.
  ///
  /// - Parameter message: The message that was handled; `nil` if it was dropped.
  func done(_ message: (any Message)?, _ wait: Wait) {
    if let message {
      if wait == .own { result.wasHandled = true }
      tellWaiting { $0.handled(message) }
    }
    if wait != .none { remove() }
  }

  private func handled(_ message: any Message) {
    guard let wanted else { return }
    let content = (message as? ScopedMessage)?.message ?? message
    if type(of: content) == wanted { end(.success(.found(content))) }
  }

  /// Returns whether code waits, or has waited, for a message of this type among the consequences.
  func waits(for message: any Message) -> Bool {
    var isWanted = false
    tellWaiting { isWanted = isWanted || $0.wanted == type(of: message) }
    return isWanted
  }

  /// Calls a function for this tracker and those around it, if code waits for them.
  private func tellWaiting(_ tell: (CompletionTracker) -> Void) {
    var next = name == nil ? self : waiting
    while let tracker = next {
      tell(tracker)
      next = tracker.waiting
    }
  }

  /// Counts one thing more. If nothing was left before, the tracker around this one counts this one
  /// again.
  private func add() {
    var tracker = self
    tracker.left += 1
    while tracker.left == 1, let parent = tracker.parent {
      parent.lock.withLock { parent.inner[ObjectIdentifier(tracker)] = Inner(tracker: tracker) }
      parent.left += 1
      tracker = parent
    }
  }

  /// Counts one thing less, and ends this tracker, and those around it, if nothing is left.
  private func remove() {
    var tracker = self
    tracker.left -= 1
    while tracker.left == 0 {
      tracker.end(.success(.settled(tracker.result)))
      guard let parent = tracker.parent else { return }
      parent.lock.withLock { parent.inner[ObjectIdentifier(tracker)] = nil }
      parent.left -= 1
      tracker = parent
    }
  }

  /// The first of this tracker and those around it that is not cancelled, and whose code has not
  /// stopped waiting.
  private var firstThatGoesOn: CompletionTracker? {
    var next: CompletionTracker? = self
    while let tracker = next, tracker.isCancelled || (tracker.name == nil && tracker.isOver) {
      next = tracker.parent
    }
    return next
  }

  /// Returns whether everything that this tracker counts is counted by the other one too.
  func isInside(_ other: CompletionTracker) -> Bool { isInside { $0 === other } }

  /// Returns whether everything that this tracker counts is counted by one that meets a condition.
  func isInside(ofOne condition: (CompletionTracker) -> Bool) -> Bool {
    var next: CompletionTracker? = self
    while let tracker = next, !condition(tracker) { next = tracker.parent }
    return next != nil
  }

  /// The runs and the control commands that go on, in the order of their start, without the runs that
  /// are parts of control commands.
  var pendingIDs: [RunID] { allPending.filter { $0.value.command == nil }.map(\.key).sorted() }

  var isOver: Bool { finish == nil }
  func abandon() { end(.failure(.ended)) }

  /// The names of the commands that are still running, sorted. A control command has the names of
  /// its parts that are running; if none is, its own. May be read from any thread.
  var pendingNames: [String] {
    let all = allPending
    let performed = Set(all.compactMap(\.value.command))
    return all.filter { !performed.contains($0.key) }.map(\.value.name.fullName).sorted()
  }

  /// The runs that this tracker and the trackers inside of it count. May be read from any thread.
  private var allPending: [(key: RunID, value: Pending)] {
    var (found, trackers) = ([(key: RunID, value: Pending)](), [self])
    while let tracker = trackers.popLast() {
      tracker.lock.withLock {
        found += tracker.pending
        trackers += tracker.inner.values.compactMap(\.tracker)
      }
    }
    return found
  }

  private func end(_ outcome: Outcome) {
    let finish = finish
    self.finish = nil
    finish?(outcome)
  }
}
