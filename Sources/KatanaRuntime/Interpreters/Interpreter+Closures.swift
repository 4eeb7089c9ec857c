public import Katana

extension Interpreter {
  /// Creates an interpreter of one command type from a closure, for small cases.
  ///
  /// ```swift
  /// .command(Show.self) { command, dispatch in print(command.text) }
  /// ```
  ///
  /// The closure is called as ``CommandInterpreter/interpret(_:dispatch:)`` is.
  public static func command<Cmd: Command>(
    _ type: Cmd.Type, _ perform: @escaping @Sendable (Cmd, Dispatcher) -> Void
  ) -> Interpreter {
    command(ClosureInterpreter(perform: perform))
  }

  /// Creates an asynchronous interpreter of one command type from a closure.
  ///
  /// The closure is called as ``AsyncCommandInterpreter/interpret(_:dispatch:)`` is: in a task that
  /// is cancelled with the command. An error that it throws is the command's.
  public static func command<Cmd: Command>(
    _ type: Cmd.Type, _ perform: @escaping @Sendable (Cmd, Dispatcher) async throws -> Void
  ) -> Interpreter {
    command(AsyncClosureInterpreter(perform: perform))
  }

  /// Creates an asynchronous interpreter from a closure that returns what the command's reply is
  /// made from.
  ///
  /// ```swift
  /// .command(LoadUser.self, reply: \.reply) { command in try await api.user(command.id) }
  /// ```
  ///
  /// An error that the closure throws is the command's: `retried` and `onFailure` say what follows,
  /// or else it is reported.
  public static func command<Cmd: Command, Value>(
    _ type: Cmd.Type, reply: KeyPath<Cmd, Reply<Value>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ perform: @escaping @Sendable (Cmd) async throws -> Value
  ) -> Interpreter {
    command(type) { command, dispatch in
      let value = try await perform(command)
      dispatch(command[keyPath: reply](value), file: fileID, line: line)
    }
  }

  /// Creates an asynchronous interpreter from a closure whose value or error becomes the result
  /// that the command's reply is made from.
  ///
  /// ```swift
  /// .command(LogIn.self, reply: \.reply) { command throws(LoginError) in
  ///   try await server.logIn(command.name, command.password)
  /// }
  /// ```
  ///
  /// A `retried` around the command sees the error; see ``Dispatcher/failed(_:otherwise:file:line:)``.
  /// After a cancellation nothing is sent.
  public static func command<Cmd: Command, Value, Failure: Error>(
    _ type: Cmd.Type, reply: KeyPath<Cmd, Reply<Result<Value, Failure>>> & Sendable,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ perform: @escaping @Sendable (Cmd) async throws(Failure) -> Value
  ) -> Interpreter {
    command(type) { command, dispatch in
      let result: Result<Value, Failure>
      do throws(Failure) {
        result = .success(try await perform(command))
      } catch {
        result = .failure(error)
      }
      dispatch.answer(command[keyPath: reply], with: result, file: fileID, line: line)
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
