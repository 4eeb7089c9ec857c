public import Katana
public import KatanaRuntime

extension RecordingDispatcher {
  /// Performs a command as a runtime would, on the calling thread.
  ///
  /// Returns after the interpreter has returned. The messages that it sent until then are recorded.
  /// Of more than 1,024 messages, the later ones are recorded soon after, by another thread.
  ///
  /// - Returns: The run, which the test can cancel and whose end it can await.
  @discardableResult
  public func run<I: CommandInterpreter>(
    _ interpreter: I, _ command: I.Cmd, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) -> RecordedRun {
    let state = Awaited(RecordedEffect.State(hasReturned: true))
    return perform(
      command, by: .command(interpreter, where: { _ in true }), state,
      TestPlace(fileID: fileID, filePath: filePath, line: line))
  }

  /// Performs a command as a runtime would: in a task of its own. Returns at once.
  ///
  /// - Returns: The run, which the test can cancel and whose end it can await.
  @discardableResult
  public func run<I: AsyncCommandInterpreter>(
    _ interpreter: I, _ command: I.Cmd, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) -> RecordedRun {
    let state = Awaited(RecordedEffect.State())
    return perform(
      command, by: .command(Watched(interpreter, state), where: { _ in true }), state,
      TestPlace(fileID: fileID, filePath: filePath, line: line))
  }

  /// Performs a command with an ``KatanaRuntime/Interpreter``, such as one made from a closure.
  ///
  /// - Returns: The run, which the test can cancel and whose end it can await.
  @discardableResult
  public func run(
    _ interpreter: Interpreter, _ command: some Command, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) -> RecordedRun {
    // The end of the task of an asynchronous interpreter cannot be observed here.
    let isAsynchronous = !Interpreter.asynchronous(among: [interpreter]).isEmpty
    let state = Awaited(RecordedEffect.State(hasReturned: isAsynchronous ? nil : true))
    return perform(
      command, by: interpreter, state, TestPlace(fileID: fileID, filePath: filePath, line: line))
  }

  private func perform<Cmd>(
    _ cmd: Cmd, by interpreter: Interpreter, _ state: Awaited<RecordedEffect.State>,
    _ place: TestPlace
  ) -> RecordedRun {
    let command = cmd as? any Command
    let name = command.map { ValueName($0).fullName } ?? "\(Cmd.self)"
    let effect = effect(name, interpreters: [interpreter], state: state, place: place)
    let ended: @Sendable () -> Void = { state.update { $0.isOver = true } }
    if let command {
      effect.runtime.perform(command, ended: ended)
    } else {
      place.fail(RunTexts.noCommand(name))
      ended()
    }
    return RecordedRun(effect, self)
  }
}

/// Wraps an async interpreter to record that it has returned, and the error that it threw.
private struct Watched<I: AsyncCommandInterpreter>: AsyncCommandInterpreter {
  let interpreter: I
  let state: Awaited<RecordedEffect.State>

  init(_ interpreter: I, _ state: Awaited<RecordedEffect.State>) {
    self.interpreter = interpreter
    self.state = state
  }

  @concurrent func interpret(_ command: I.Cmd, dispatch: Dispatcher) async throws {
    do {
      try await interpreter.interpret(command, dispatch: dispatch)
    } catch {
      // Not rethrown: the runtime would report the error as an issue, but a test may expect it.
      state.update { $0.error = $0.error ?? error }
    }
    state.update { $0.hasReturned = true }
  }
}
