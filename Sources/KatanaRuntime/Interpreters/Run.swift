import Katana
import Synchronization

/// One command being performed: alive until its interpreter has returned and the last copy of its
/// dispatcher is gone.
final class Run: Sender, @unchecked Sendable {
  // Sendable, because what it adds to a sender is used inside the runtime's steps only.

  /// The name of the command, for the cause chain and for reports.
  let name: ValueName
  /// Whether a `retried` is around the command. Constant once an interpreter is called.
  var isRetried = false
  /// Whether it has failed, and a `retried` starts the command again. Inside steps only.
  var isTriedAgain = false
  /// The task of an async interpreter.
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

  /// Never used again, as an address may be while the end of its first owner is still on its way.
  let id = ID.next()

  struct ID: Hashable, Comparable, Sendable {
    let number: UInt64
    private static let last = Atomic<UInt64>(0)

    static func next() -> ID { ID(number: last.add(1, ordering: .relaxed).newValue) }
    static func < (lhs: ID, rhs: ID) -> Bool { lhs.number < rhs.number }
  }

  /// What other threads ask of it; use ``withLife(_:)``.
  private var life = RunLife()

  func withLife<Result>(_ body: (inout RunLife) -> Result) -> Result {
    core.runLock.withLock { body(&life) }
  }

  /// Nothing that it sends is handled from now on, and its interpreter is told. Inside steps only.
  func cancel() {
    guard !isSilenced else { return }
    isSilenced = true
    core.events?.cancelled(id)
    tellOfCancellation()
  }

  /// Cancels the tasks of the run and calls its cancellation handlers. Used inside steps only.
  func tellOfCancellation() {
    let listeners = withLife { $0.cancel() }
    task?.cancel()
    for listener in listeners { listener.tell() }
  }

  /// Whether its interpreter is not called any more, since it was cancelled before its task began.
  var neverBegins: Bool { isSilenced && isOfTask && !withLife(\.hasBegun) }

  /// The run whose task this is, so that `shutdown` and `finish` do not wait for their caller.
  ///
  /// Tasks that the run's task makes inherit the value, also those that an observer makes in a step
  /// which that task executes. So the task is part of it.
  @TaskLocal private static var current: (run: ID, task: Int?)?

  /// The run whose task calls this.
  static var caller: ID? { current.flatMap { $0.task == Self.currentTask ? $0.run : nil } }

  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

  /// Calls a function in the task of a run, if it is one's.
  static func asCaller(
    _ run: Run?, _ operation: () async -> Void
  ) async {
    guard let run else { return await operation() }
    await $current.withValue((run.id, currentTask), operation: operation)
  }

  deinit {
    // The end is posted, so that it comes after all messages that the run has sent.
    guard isTracked || tracker != nil else { return }
    let (id, tracker) = (id, tracker)
    core.post { $0.finished(id, tracker) }
  }
}
