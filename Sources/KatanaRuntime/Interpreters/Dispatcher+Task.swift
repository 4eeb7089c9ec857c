import Katana

extension Dispatcher {
  /// Goes on with a command in a task of its own, which is cancelled with the command, or at the end of the
  /// runtime.
  ///
  /// For a ``CommandInterpreter`` that must read something in the step of its command, such as a session's
  /// token, and wait for something else later: the task of an ``AsyncCommandInterpreter`` begins later, when
  /// other steps may have changed what it reads.
  ///
  /// ```swift
  /// func interpret(_ command: Save, dispatch: Dispatcher) {
  ///   let token = session.token
  ///   dispatch.task { dispatch(command.reply(try await server.save(command.text, token))) }
  /// }
  /// ```
  ///
  /// The run ends when the task has ended and nobody else keeps the dispatcher. An error is reported as
  /// that of an asynchronous interpreter is. May be called from any thread. A task of a cancelled command
  /// does not begin; that of a dispatcher which belongs to no command is cancelled by nobody.
  public func task(_ operation: @escaping @Sendable () async throws -> Void) {
    let task = sender.startTask(operation)
    onCancel { task.cancel() }
  }
}

extension Sender {
  /// Starts a task where the runtime's tasks run, and reports its error.
  func startTask(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
    let body: @Sendable () async -> Void = { [self] in
      if Task.isCancelled { return }
      await Run.$current.withValue((self as? Run)?.id) {
        do { try await operation() } catch { failed(error) }
      }
    }
    // Not with a preference of `nil`, which costs each switch of the task a look at its records.
    guard let tasks = home.tasks else { return Task.detached(operation: body) }
    return Task.detached(executorPreference: tasks, operation: body)
  }

  /// Reports an error, unless the run was cancelled. The decision is made inside the runtime's order, where
  /// cancellation happens.
  func failed(_ error: any Error) {
    home.post { [self] cycle in
      if isSilenced { return }
      if let run = self as? Run, cycle.effects.controls.failed(run.id, error, run.name) { return }
      cycle.home.report(
        .interpreterThrew(
          command: command?.fullName ?? "\(origin)", error: error,
          cause: cycle.home.chain(of: cause)))
    }
  }
}
