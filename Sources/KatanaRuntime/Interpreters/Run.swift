import Katana
import Synchronization

/// One execution of a command. It lives until its interpreter has returned and the last copy of its
/// dispatcher is released.
final class Run: Sender, @unchecked Sendable {
  // Sendable, because the state that it adds to a sender is constant, used inside of steps only, or
  // used with the lock held.

  /// The name of the command, for chains of causes and for reports.
  let name: ValueName
  /// Whether the command is inside of a `retried`. Constant once the interpreter is called.
  var isRetried = false
  /// Whether the run has failed and a `retried` starts the command again. Used inside of steps
  /// only.
  var isTriedAgain = false
  /// The task of an asynchronous interpreter.
  var task: Task<Void, Never>?

  init(
    core: RuntimeCore, type: any Command.Type, command: ValueName, cause: UInt64,
    tracker: CompletionTracker?,
    scope: ScopeLifetime?
  ) {
    self.name = command
    super.init(
      core: core, origin: .command(type), cause: cause, tracker: tracker, scope: scope)
  }

  override var run: Run? { self }
  override var command: ValueName? { name }

  /// A number that is never used again. An address could be, while the end of its first run is
  /// still queued.
  let id = ID.next()

  struct ID: Hashable, Comparable, Sendable {
    let number: UInt64
    private static let last = Atomic<UInt64>(0)

    static func next() -> ID { ID(number: last.add(1, ordering: .relaxed).newValue) }
    static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }
  }

  /// The state that other threads use; see ``withLife(_:)``.
  private var life = RunLife()

  func withLife<Result>(_ body: (inout RunLife) -> Result) -> Result {
    core.runLock.withLock { body(&life) }
  }

  /// Cancels the run: its messages are dropped from now on, and its tasks and cancellation handlers
  /// are informed. Used inside of steps only.
  func cancel() {
    guard !isSilenced else { return }
    isSilenced = true
    core.events?.cancelled(id)
    tellOfCancellation()
  }

  /// Cancels the tasks of the run and calls its cancellation handlers. Used inside of steps only.
  func tellOfCancellation() {
    let listeners = withLife { $0.cancel() }
    task?.cancel()
    for listener in listeners { listener.tell() }
  }

  /// Whether the interpreter will never be called, because the run was cancelled before its task
  /// began.
  var neverBegins: Bool { isSilenced && isOfTask && !withLife(\.hasBegun) }

  /// The identity of the current task; `nil` outside of tasks. A later task may have the same one.
  static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  deinit {
    // Posted, so that the end of the run comes after all messages that it has sent.
    guard isTracked || tracker != nil else { return }
    let (id, tracker) = (id, tracker)
    core.post { $0.finished(id, tracker) }
  }
}
