public import Katana

/// Sends messages to a runtime on behalf of an interpreter.
///
/// It may be copied, kept, and called from any thread, any number of times. A message is queued
/// after everything that was sent before it, and starts an update of its own, never a nested one.
/// The call does not wait for that update. There is one exception: if the runtime is idle and its
/// ``Execution`` allows this thread, the message is handled before the call returns.
///
/// A run of a command ends when its interpreter has returned and the last copy of its dispatcher is
/// released. After the runtime's end, a message is counted in ``Statistics/lost`` and not handled.
/// If the dispatcher belongs to no command, and the runtime still exists, an issue reports it, too.
///
/// - Important: With ``Execution/caller``, do not release the last copy of a dispatcher while you hold a
///   lock that your interpreters use. The release ends the run. If the runtime is idle, this thread handles
///   the end, and may start the next command of a ``Katana/Sequential``, whose interpreter then waits for
///   your lock. Take the dispatcher out of a table with the lock held, and release it after. The same
///   holds for the release of an ``ObservationToken``.
public struct Dispatcher: Sendable {
  let sender: Sender
  let context: EffectContext

  init(_ sender: Sender, context: EffectContext = EffectContext()) {
    self.sender = sender
    self.context = context
  }

  /// Sends a message, from any thread.
  ///
  /// - Parameters:
  ///   - message: The message to send.
  ///   - file: The file that sends the message, for the history and the log.
  ///   - line: The line that sends the message.
  @inlinable
  public func callAsFunction<M: Message>(
    _ message: M, file: StaticString = #fileID, line: UInt = #line
  ) {
    withPlace(of: message) { send($0, M.self, file, line) }
  }

  @usableFromInline
  func send(
    _ message: ReadPlace, _ type: any Message.Type, _ file: StaticString, _ line: UInt
  ) {
    let site = SendSite(sender, file, line)
    if context.isEmpty { return sender.core.send(message, type, from: site) }
    let wrapped = context.wrap(boxed(message, type), for: sender.core.app)
    sender.core.post(QueuedMessage(wrapped, from: site))
  }

  /// Sends a message whose type is not known, from any thread.
  @_disfavoredOverload  // Otherwise it would be preferred to the generic one.
  public func callAsFunction(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    func open<M: Message>(_ message: M) { self(message, file: file, line: line) }
    open(message)
  }

  /// Sends a message and waits until it has been handled, but not for what it causes; see
  /// ``Runtime/deliver(_:file:line:)``.
  public func deliver(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) async {
    if Task.isCancelled { return }
    let turn = PendingResult<Void>()
    self(message, file: file, line: line)
    // The task is queued behind the message, so it runs when the message has been handled.
    if !sender.core.post({ turn.give(()) }) { turn.give(()) }
    await turn.get(whenCancelled: ())
  }

  /// The clock of the runtime.
  public var clock: any RuntimeClock { sender.core.clock }

  /// The counts of what became of the runtime's messages so far.
  public var statistics: Statistics { sender.core.statistics }

  /// Ends the runtime after the current step, and returns immediately; see
  /// ``Runtime/requestShutdown()``.
  public func requestShutdown() { sender.core.requestShutdown() }
}

extension Dispatcher {
  /// Sends the message that a reply makes from the result of the command.
  ///
  /// If the value says that the command has failed, the command has failed: see
  /// ``Katana/FallibleAnswer`` for what says so, and ``failed(_:otherwise:file:line:)`` for what
  /// follows. An error is an answer like any other if the reply is
  /// ``Katana/Reply/allowingFailure``.
  ///
  /// The history shows the place where the reply was made as the origin of the message. May be
  /// called from any thread.
  public func answer<Value>(_ reply: Reply<Value>, with value: Value) {
    answer(reply, value, reply.allowsFailure ? nil : sender.core.commandError(in: value))
  }

  /// Sends the message that a reply makes from a result that may say that the command has failed; see
  /// ``answer(_:with:)-4q2ry``.
  ///
  /// The compiler chooses it where it knows that the value conforms. Otherwise the value is asked, which
  /// does the same and takes longer.
  public func answer<Value: FallibleAnswer>(_ reply: Reply<Value>, with value: Value) {
    answer(reply, value, reply.allowsFailure ? nil : value.commandError)
  }

  private func answer<Value>(_ reply: Reply<Value>, _ value: Value, _ error: (any Error)?) {
    let message = reply(value)
    if let error {
      failed(error, otherwise: message, file: reply.file, line: reply.line)
    } else {
      self(message, file: reply.file, line: reply.line)
    }
  }

  /// Says that the command has failed, and sends the message in which it tells the app.
  ///
  /// For commands whose error has a message that no ``Katana/Reply`` makes; otherwise, use
  /// ``answer(_:with:)-4q2ry``:
  ///
  /// ```swift
  /// dispatch.failed(error, otherwise: UploadMessage.failed(command.file))
  /// ```
  ///
  /// The command counts as failed. A `Sequential` around it drops what comes next, a `Concurrent`
  /// does not send its message, and `settle` says so. `onFailure` does not apply, and no issue is
  /// reported, because the message tells the app. The message is sent once, but not while the error
  /// may be without effect:
  /// - If a `retried` around the command has an attempt left for the error, the next attempt begins
  ///   when the run has ended.
  /// - If the command is a member of a `Race` in which others go on, the message is sent when no
  ///   member has won, and no other member has answered later.
  ///
  /// May be called from any thread. Send no other message after it. A dispatcher that belongs to no
  /// command only sends the message.
  ///
  /// - Parameters:
  ///   - error: The error, which decides whether a `retried` starts the command again.
  ///   - message: The message that tells the app of the error.
  ///   - file: The file that sends the message.
  ///   - line: The line that sends the message.
  public func failed(
    _ error: any Error, otherwise message: any Message, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    guard sender.isOfCommand, let run = sender.run else {
      return self(message, file: file, line: line)
    }
    let failure = AnsweredFailure(error: error, message: Send(message, file: file, line: line))
    // One job, so that the message has the place in the queue that any other message would have.
    let isPosted = run.core.postAsMessage { [sender, context] in
      run.core.loop?.failed(sender, run, failure, context)
    }
    // Refused, as any other message.
    if !isPosted { self(message, file: file, line: line) }
  }
}

extension RuntimeCore {
  /// Returns the error with which a command has failed that answers with a value; `nil` if it has not.
  ///
  /// The types of which no value is a failure are remembered, because the two casts of a value that does
  /// not conform take most of the time of an answer.
  fileprivate func commandError<Value>(in value: Value) -> (any Error)? {
    let type = ObjectIdentifier(Value.self)
    rareLock.lock()
    let isHarmless = harmlessAnswers.contains(type)
    rareLock.unlock()
    if isHarmless { return nil }
    let (error, holdsForType) = Katana.commandError(in: value)
    if holdsForType { rareLock.withLock { _ = harmlessAnswers.insert(type) } }
    return error
  }
}

/// The tasks of commands: how they start, and what they throw.
extension Dispatcher {
  /// Continues a command in a task of its own, which is cancelled when the command is cancelled or
  /// the runtime ends.
  ///
  /// For a ``CommandInterpreter`` that must read a value within the step of its command, such as a
  /// session's token, and then do asynchronous work. The task of an ``AsyncCommandInterpreter``
  /// begins later, when other steps may have changed the value.
  ///
  /// ```swift
  /// func interpret(_ command: Save, dispatch: Dispatcher) {
  ///   let token = session.token
  ///   dispatch.task { dispatch(command.reply(try await server.save(command.text, token))) }
  /// }
  /// ```
  ///
  /// The run ends when the task has ended and no other copy of the dispatcher is held. An error
  /// that the task throws is the error of the command. If several tasks throw, the first error is
  /// that of the command, and issues report the others.
  ///
  /// May be called from any thread. If the command was cancelled before, the task does not begin.
  /// If the dispatcher belongs to no command, the task is never cancelled.
  public func task(_ operation: @escaping @Sendable () async throws -> Void) {
    guard sender.isOfCommand, let run = sender.run else { return _ = sender.startTask(operation) }
    guard let number = run.add({}) else { return }
    let task = sender.startTask {
      defer { _ = run.remove(number) }
      try await operation()
    }
    if run.set({ task.cancel() }, as: number) { task.cancel() }
  }

  /// Calls a function when the command is cancelled or the runtime ends, for interpreters that
  /// return before their work is done.
  ///
  /// The function is called at most once, on the thread that executes the runtime's steps then. If the
  /// command was cancelled before, it is called immediately, on this thread.
  /// For a dispatcher that belongs to no command, it is never called.
  ///
  /// - Important: The function must not capture the dispatcher, or the command never ends.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    guard sender.isOfCommand, let run = sender.run else { return }
    if run.add(action) == nil { action() }
  }
}

extension Sender {
  /// Starts a task on the runtime's task executor, and handles the error that it throws.
  func startTask(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
    // A preference of `nil` would make each executor switch of the task slower.
    guard let tasks = core.tasks else { return Task.detached { await self.perform(operation) } }
    return Task.detached(executorPreference: tasks) { await self.perform(operation) }
  }

  private func perform(_ operation: () async throws -> Void) async {
    let task = currentTask
    guard run?.begin(task) ?? !Task.isCancelled else { return }
    do { try await operation() } catch { failed(error) }
    run?.end(task)
  }

  /// Handles an error, unless the run was cancelled. That is decided in order with the messages, as
  /// cancellations are.
  func failed(_ error: any Error) {
    core.post { [self] in core.loop?.failed(self, error) }
  }
}
