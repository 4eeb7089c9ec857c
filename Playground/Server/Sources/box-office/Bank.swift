import KatanaRuntime

/// A bank that takes its time, and declines the payments of Eve.
struct Bank: AsyncCommandInterpreter {
  var time = Duration.milliseconds(300)

  func interpret(_ command: Charge, dispatch: Dispatcher) async throws {
    try await dispatch.clock.sleep(for: time)
    dispatch.answer(command.reply, with: command.name == "eve" ? .declined : nil)
  }
}
