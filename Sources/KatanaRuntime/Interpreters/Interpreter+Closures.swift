public import Katana

extension Interpreter {
  /// Creates an interpreter of one command type from a closure, for small cases.
  ///
  /// ```swift
  /// .command(Show.self) { command, dispatch in print(command.text) }
  /// ```
  ///
  /// See ``CommandInterpreter/interpret(_:dispatch:)`` for when and on which thread the closure is
  /// called.
  public static func command<Cmd: Command>(
    _ type: Cmd.Type, _ perform: @escaping @Sendable (Cmd, Dispatcher) -> Void
  ) -> Interpreter {
    command(ClosureInterpreter(perform: perform))
  }

  /// Creates an asynchronous interpreter of one command type from a closure.
  ///
  /// See ``AsyncCommandInterpreter/interpret(_:dispatch:)`` for how the closure is called: in a
  /// task that is cancelled with the command. An error that it throws makes the command fail.
  public static func command<Cmd: Command>(
    _ type: Cmd.Type, _ perform: @escaping @Sendable (Cmd, Dispatcher) async throws -> Void
  ) -> Interpreter {
    command(AsyncClosureInterpreter(perform: perform))
  }

  /// Creates an asynchronous interpreter from a closure that returns the value for the command's
  /// reply.
  ///
  /// ```swift
  /// .command(LoadUser.self, reply: \.reply) { command in try await api.user(command.id) }
  /// ```
  ///
  /// An error that the closure throws makes the command fail: `retried` and `onFailure` handle it;
  /// otherwise an issue reports it.
  ///
  /// - Parameters:
  ///   - type: The command type.
  ///   - reply: The property of the command that creates the message.
  ///   - perform: Performs the command, in a task that is cancelled with it. Returns the value.
  public static func command<Cmd: Command, Value>(
    _ type: Cmd.Type, reply: KeyPath<Cmd, Reply<Value>> & Sendable,
    _ perform: @escaping @Sendable (Cmd) async throws -> Value
  ) -> Interpreter {
    command(type) { command, dispatch in
      dispatch.answer(command[keyPath: reply], with: try await perform(command))
    }
  }

  /// Creates an asynchronous interpreter from a closure whose value or error is the result for the
  /// command's reply.
  ///
  /// ```swift
  /// .command(LogIn.self, reply: \.reply) { command throws(LoginError) in
  ///   try await server.logIn(command.name, command.password)
  /// }
  /// ```
  ///
  /// An error makes the command fail, and the message tells the app of it; see
  /// ``Dispatcher/answer(_:with:)-4q2ry``. After a cancellation, the result is dropped.
  ///
  /// - Parameters:
  ///   - type: The command type.
  ///   - reply: The property of the command that creates the message.
  ///   - perform: Performs the command, in a task that is cancelled with it. Returns the value.
  public static func command<Cmd: Command, Value, Failure: Error>(
    _ type: Cmd.Type, reply: KeyPath<Cmd, Reply<Result<Value, Failure>>> & Sendable,
    _ perform: @escaping @Sendable (Cmd) async throws(Failure) -> Value
  ) -> Interpreter {
    command(type) { command, dispatch in
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try await perform(command))
      } catch {
        result = .failure(error)
      }
      dispatch.answer(command[keyPath: reply], with: result)
    }
  }
}

private struct ClosureInterpreter<Cmd: Command>: CommandInterpreter {
  let perform: @Sendable (Cmd, Dispatcher) -> Void

  func interpret(_ command: Cmd, dispatch: Dispatcher) { perform(command, dispatch) }
}

private struct AsyncClosureInterpreter<Cmd: Command>: AsyncCommandInterpreter {
  let perform: @Sendable (Cmd, Dispatcher) async throws -> Void

  func interpret(_ command: Cmd, dispatch: Dispatcher) async throws {
    try await perform(command, dispatch)
  }
}
