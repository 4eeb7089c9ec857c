import Katana

/// What the runtime holds of a run, from its registration until its end was handled. The run itself
/// holds it too, from the first use to its end.
///
/// The runtime cannot hold the run itself, which ends when its last reference is released. A weak
/// reference would make each reference to the run slower.
final class RunRecord: @unchecked Sendable {
  // Sendable, because all state is constant, used inside of steps only, or used with the lock held.
  // For the same reason, it needs no dynamic exclusivity checks, which are measurable here.
  let id: RunID
  let name: ValueName
  let origin: Origin
  /// The number of the message whose update returned the command.
  let cause: UInt64
  /// The lifetime of the child that the run belongs to.
  let scope: ScopeLifetime?
  /// Counts the run as a consequence of a message.
  let tracker: CompletionTracker?
  private let core: RuntimeCore

  /// The part of a control command that the run performs, and the id of the whole; `nil` if it belongs
  /// to none. Used inside of steps only.
  var part: (activity: Handle, root: RunID)?
  /// The error that the interpreter has thrown or answered with, if the run belongs to a control
  /// command. Used inside of steps only.
  var failure: CommandFailure?
  /// The messages for the error that a control command keeps. Used inside of steps only.
  var answers: [KeptAnswer] = []
  /// Whether no interpreter has performed the command, because the one that was to do so does not
  /// accept it. Used inside of steps only.
  var isRefused = false
  /// The task of an asynchronous interpreter. Used inside of steps only.
  var task: Task<Void, Never>?
  /// See ``Sender/isSilenced``.
  private(set) var isSilenced = false
  /// See ``Sender/isInRace``.
  var isInRace = false
  /// The state that other threads use; see ``withLife(_:)``.
  private var life = RunLife()

  init(_ run: Run) {
    (id, name, origin, core) = (run.id, run.name, run.origin, run.core)
    (cause, scope, tracker) = (run.cause, run.scope, run.tracker)
  }

  func withLife<Result>(_ body: (inout RunLife) -> Result) -> Result {
    // Without a closure, for which the lock would be retained.
    core.rareLock.lock()
    defer { core.rareLock.unlock() }
    return body(&life)
  }

  /// Cancels the run: its messages are dropped from now on, and its tasks and cancellation handlers
  /// are informed. Does nothing if the run has ended. Used inside of steps only.
  func cancel() {
    guard !isSilenced, !withLife(\.hasEnded) else { return }
    isSilenced = true
    core.events?.cancelled(id)
    tellOfCancellation()
  }

  /// Cancels the tasks of the run and calls its cancellation handlers. Used inside of steps only.
  func tellOfCancellation() {
    guard let handlers = withLife({ $0.cancel() }) else { return }
    task?.cancel()
    for handler in handlers { handler() }
  }

  /// Whether the interpreter will never be called, because the run was cancelled before its task
  /// began.
  var neverBegins: Bool { isSilenced && task != nil && !withLife(\.hasBegun) }
}
