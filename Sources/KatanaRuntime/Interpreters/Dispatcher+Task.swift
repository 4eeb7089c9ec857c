import Katana

extension Dispatcher {
  /// Goes on with a command in a task of its own, which is cancelled with the command, or at the
  /// end of the runtime.
  ///
  /// For a ``CommandInterpreter`` that must read something in the step of its command, such as a
  /// session's token, and wait for something else later: the task of an ``AsyncCommandInterpreter``
  /// begins later, when other steps may have changed what it reads.
  ///
  /// ```swift
  /// func interpret(_ command: Save, dispatch: Dispatcher) {
  ///   let token = session.token
  ///   dispatch.task { dispatch(command.reply(try await server.save(command.text, token))) }
  /// }
  /// ```
  ///
  /// The run ends when the task has ended and nobody else keeps the dispatcher. An error is
  /// reported as that of an asynchronous interpreter is; of several, the first is the command's.
  /// May be called from any thread. A task of a cancelled command does not begin; that of a
  /// dispatcher which belongs to no command is cancelled by nobody.
  public func task(_ operation: @escaping @Sendable () async throws -> Void) {
    guard let run = sender as? Run else { return _ = sender.startTask(operation) }
    guard let number = run.withLife({ $0.add(.taskToCome) }) else { return }
    let task = sender.startTask {
      defer { run.forget(number) }
      try await operation()
    }
    if run.withLife({ $0.set(task, as: number) }) { task.cancel() }
  }

  /// Calls a function when the command is cancelled or the runtime ends: for interpreters that
  /// return before their work is done.
  ///
  /// Called at most once, on the thread that handles the message that led to it; at once, on this
  /// thread, if the command was cancelled before. Never called for the dispatchers of other
  /// senders.
  ///
  /// - Important: The function must not keep the dispatcher, or the command never finishes.
  public func onCancel(_ action: @escaping @Sendable () -> Void) {
    guard let run = sender as? Run else { return }
    if run.withLife({ $0.add(.handler(action)) }) == nil { action() }
  }
}

extension Run {
  /// Tells a listener of nothing any more.
  fileprivate func forget(_ number: Int) {
    // Released after the lock: the end of what a handler holds may run anything.
    let listener = withLife { $0.remove(number) }
    withExtendedLifetime(listener) {}
  }
}

extension Sender {
  /// Starts a task where the runtime's tasks run, and reports its error.
  func startTask(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
    let body: @Sendable () async -> Void = { [self] in
      let run = self as? Run
      guard run?.withLife({ $0.begin() }) ?? !Task.isCancelled else { return }
      await Run.asCaller(run) {
        do { try await operation() } catch { failed(error) }
      }
    }
    // Not with a preference of `nil`, which costs each switch of the task a look at its records.
    guard let tasks = core.tasks else { return Task.detached(operation: body) }
    return Task.detached(executorPreference: tasks, operation: body)
  }

  /// Reports an error, unless the run was cancelled. The decision is made inside the runtime's
  /// order, where cancellation happens.
  func failed(_ error: any Error) {
    core.post { [self] cycle in
      if isSilenced { return }
      if let run = self as? Run {
        if cycle.runner.failed(run, error) { return }
        tracker?.failed(CommandFailure(error: error, command: run.name))
      }
      cycle.core.report(
        .interpreterThrew(
          command: command?.fullName ?? "\(origin)", error: error,
          cause: cycle.core.chain(of: cause)))
    }
  }
}
