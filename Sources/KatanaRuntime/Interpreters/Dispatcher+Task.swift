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
    let (cancellation, task) = (sender.home.cancellation, RunningTask())
    guard let number = cancellation.keep({ task.cancel() }, for: run) else { return }
    task.begin(
      sender.startTask {
        defer { cancellation.forget(number, of: run) }
        try await operation()
      })
  }
}

/// A task that may be cancelled before it is known here.
private final class RunningTask: @unchecked Sendable {
  // Sendable, because all state is used with the lock held.
  private let lock = Lock()
  private var task: Task<Void, Never>?
  private var isCancelled = false

  func begin(_ task: Task<Void, Never>) {
    let isCancelled = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }
}

extension Sender {
  /// Starts a task where the runtime's tasks run, and reports its error.
  func startTask(_ operation: @escaping @Sendable () async throws -> Void) -> Task<Void, Never> {
    let body: @Sendable () async -> Void = { [self] in
      let run = self as? Run
      guard run.map(home.cancellation.begin) ?? !Task.isCancelled else { return }
      await Run.asCaller(run) {
        do { try await operation() } catch { failed(error) }
      }
    }
    // Not with a preference of `nil`, which costs each switch of the task a look at its records.
    guard let tasks = home.tasks else { return Task.detached(operation: body) }
    return Task.detached(executorPreference: tasks, operation: body)
  }

  /// Reports an error, unless the run was cancelled. The decision is made inside the runtime's
  /// order, where cancellation happens.
  func failed(_ error: any Error) {
    home.post { [self] cycle in
      if isSilenced { return }
      if let run = self as? Run {
        if cycle.effects.failed(run, error) { return }
        settlement?.failed(CommandFailure(error: error, command: run.name))
      }
      cycle.home.report(
        .interpreterThrew(
          command: command?.fullName ?? "\(origin)", error: error,
          cause: cycle.home.chain(of: cause)))
    }
  }
}
