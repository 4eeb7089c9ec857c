import Katana

/// One execution of a command, as the loop knows it. It ends when its interpreter has returned and the last
/// copy of its dispatcher is released: then its ``CommandSender`` goes.
final class Run: @unchecked Sendable {
  // Sendable, because all state is constant, used inside of steps only, or used with the lock held.

  /// A number that is never used again.
  let id = RunID.next()
  let type: any Command.Type
  /// The name of the command, for chains of causes and for reports.
  let name: ValueName
  /// The number of the message whose update returned the command.
  let cause: UInt64
  /// Counts the run as a consequence of a message.
  let tracker: CompletionTracker?
  /// The lifetime of the child that the run belongs to.
  let scope: ChildRecord?
  let core: RuntimeCore

  // Used inside of steps only.

  /// The activity that the run performs, and the id of the whole control command; `nil` if it belongs to
  /// none, or has ended.
  var activity: (id: Handle, root: RunID)?
  /// Whether the run is part of a `Race`, whose first handled message cancels the other members.
  var isInRace = false
  /// Whether the loop knows the run: it goes on, or somebody is told of it.
  var isTracked = false
  /// The task of an asynchronous interpreter.
  var task: Task<Void, Never>?
  /// Whether a task performs the command.
  var isOfTask: Bool { task != nil }
  /// Whether messages of the run are dropped.
  private(set) var isSilenced = false
  /// The error that the interpreter has thrown or answered with, if the run belongs to a control command.
  var failure: CommandFailure?
  /// The messages for the error that a control command keeps.
  var answers: [KeptAnswer] = []
  /// Whether the run has failed, and a control command keeps the message that tells the app.
  var isAnswerKept = false
  /// Whether no interpreter has performed the command, because the one that was to do so does not accept
  /// it.
  var isRefused = false

  // Used by any thread, with the lock held; see ``locked(_:)``.

  typealias Handler = @Sendable () -> Void
  private var isCancelled = false
  private var isOver = false
  private var hasBegun = false
  /// The identities of the run's tasks that have begun and not ended. By them, `shutdown` and `finish`
  /// recognise the run that calls them.
  private var tasks: Set<Int> = []
  /// By their numbers, in which order they are called.
  private var handlers: [UInt64: Handler] = [:]
  private var lastNumber: UInt64 = 0

  init(
    _ type: any Command.Type, _ name: ValueName, _ context: CommandContext, in core: RuntimeCore
  ) {
    (self.type, self.name, self.core) = (type, name, core)
    (cause, tracker, scope) = (context.cause, context.tracker, context.scope)
  }

  /// The name of the command that is performed. A `Send` that reports a failure has the name of the
  /// failed command in the history; for event handlers it is a run of its own.
  var ownName: ValueName { type == name.type ? name : ValueName(type: type) }

  // MARK: Cancellation, inside of steps

  /// Cancels the run: its messages are dropped from now on, and its tasks and cancellation handlers are
  /// informed. Does nothing if the run has ended.
  func cancel() {
    guard !isSilenced, !hasEnded else { return }
    isSilenced = true
    core.events?.cancelled(id)
    tellOfCancellation()
  }

  /// Cancels the tasks of the run and calls its cancellation handlers, in the order in which they were
  /// added.
  func tellOfCancellation() {
    let told: [Handler]? = locked {
      if isOver { return nil }
      isCancelled = true
      return takeHandlers()
    }
    guard let told else { return }
    task?.cancel()
    for handler in told { handler() }
  }

  /// Whether the interpreter will never be called, because the run was cancelled before its task began.
  var neverBegins: Bool { isSilenced && task != nil && !locked { hasBegun } }

  // MARK: Any thread

  /// Whether the last copy of the dispatcher was released.
  var hasEnded: Bool { locked { isOver } }

  /// Ends the run. Returns its handlers, so that they are released without the lock: a deinitialiser may
  /// run any code.
  fileprivate func end() -> [Handler] {
    locked {
      isOver = true
      return takeHandlers()
    }
  }

  /// Notes that a task of the run begins. Returns `false` if the run was cancelled and the task must not
  /// begin.
  func begin(_ task: Int?) -> Bool {
    locked {
      if isCancelled { return false }
      hasBegun = true
      if let task { tasks.insert(task) }
      return true
    }
  }

  /// Forgets a task that ends. The task itself calls this.
  func end(_ task: Int?) { locked { if let task { tasks.remove(task) } } }

  func isPerformed(by task: Int) -> Bool { locked { tasks.contains(task) } }

  /// Adds a cancellation handler. Returns its number; `nil` if the run was already cancelled.
  func add(_ handler: @escaping Handler) -> UInt64? {
    locked {
      if isCancelled { return nil }
      lastNumber += 1
      handlers[lastNumber] = handler
      return lastNumber
    }
  }

  /// Replaces a handler that was added before its task was created. Returns whether the task must be
  /// cancelled immediately.
  func set(_ handler: @escaping Handler, as number: UInt64) -> Bool {
    locked {
      // The task may have ended and removed its handler before.
      if handlers[number] != nil { handlers[number] = handler }
      return isCancelled
    }
  }

  /// Removes a handler and returns it, so that the caller can release it without the lock.
  func remove(_ number: UInt64) -> Handler? { locked { handlers.removeValue(forKey: number) } }

  /// The number of cancellation handlers; for tests.
  var handlerCount: Int { locked { handlers.count } }

  private func takeHandlers() -> [Handler] {
    if handlers.isEmpty { return [] }
    defer { handlers = [:] }
    return handlers.sorted { $0.key < $1.key }.map(\.value)
  }

  private func locked<Result>(_ body: () -> Result) -> Result { core.rareLock.withLock(body) }
}

/// Sends the messages of a run. The run ends when the last reference to this is released.
final class CommandSender: Sender, @unchecked Sendable {
  // Sendable, because it adds no state to a sender.

  init(_ run: Run) {
    super.init(
      core: run.core, origin: .command(run.type), cause: run.cause, tracker: run.tracker,
      scope: run.scope, run: run)
  }

  deinit {
    // Nobody knows any other run, or will.
    guard let run, run.isTracked else { return }
    let handlers = run.end()
    // Posted, so that the end of the run comes after all messages that it has sent.
    core.postEnd(of: run)
    withExtendedLifetime(handlers) {}
  }
}

/// The context of a command: what happens to its messages, the child that it belongs to, the
/// message that caused it, and the tracker that counts it.
///
/// Four words: the compiler copies structures of more words by slow functions.
struct CommandContext {
  var effects = EffectContext()
  var scope: ChildRecord?
  let cause: UInt64
  var tracker: CompletionTracker?
}

/// The error with which a command has failed.
public struct CommandFailure: Sendable {
  /// The error that the interpreter has thrown, or answered with.
  public let error: any Error
  /// The name of the command.
  public let command: ValueName
  /// Whether the command has a message that tells the app of the error. If not, the runtime reports
  /// the error.
  public internal(set) var isAnswered = false
}

/// An error of a command, and the message that tells the app of it.
struct AnsweredFailure {
  let error: any Error
  let message: Send
}

/// The message in which a command reports its error, while a control command around it keeps it.
struct KeptAnswer {
  /// Grows from one answer to the next.
  let number: UInt64
  let message: Send
  /// The command that has answered.
  let subject: ValueName
  let context: CommandContext
  /// The command has ended, but its child must still be known: if it goes, so does the answer.
  private let use: RecordUse?

  init(number: UInt64, message: Send, subject: ValueName, context: CommandContext) {
    (self.number, self.message, self.subject, self.context) = (number, message, subject, context)
    use = context.scope.map(RecordUse.init)
  }
}

/// Keeps the record of a child for as long as this exists.
private final class RecordUse {
  private let record: ChildRecord

  init(_ record: ChildRecord) {
    self.record = record
    record.addUse()
  }

  deinit { record.removeUse() }
}
