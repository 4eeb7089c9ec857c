import KatanaRuntime

/// A step that does not end until the test lets it.
struct BlockedStep {
  let log = Log()
  let blocker = Blocker()

  /// Blocks a step that performs a command with the name "block".
  var interpreter: Interpreter {
    .command(
      Doing { command, _ in
        log(command.name)
        if command.name == "block" { blocker.wait() }
      })
  }

  /// Starts a runtime, calls a function while a step of it is blocked, and lets the step end.
  ///
  /// - Parameter line: The last line of the log before the step blocks.
  func during<Value>(
    _ message: Note, of runtime: Runtime<Notes>, reaching line: String = "block",
    _ body: () async -> Value
  ) async -> Value {
    runtime.start()
    async let sending: Void = onThreadOfItsOwn { runtime.dispatch(message) }
    await log.reached(line)
    let value = await body()
    blocker.release()
    await sending
    return value
  }
}
