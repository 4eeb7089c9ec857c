import Katana

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
