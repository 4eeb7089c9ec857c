public import Katana

/// An interpreter, in the form in which it is registered with a ``Runtime``.
///
/// ```swift
/// try Runtime(
///   Program(model: AppModel(), AppUpdater()),
///   interpreters: [
///     .command(PrintInterpreter()),
///     .command(APIInterpreter(session: .shared), where: { $0 is any APIRequest.Type }),
///     .subscription(TickInterpreter.self),
///     .subscription { SocketInterpreter(url: url, subscription: $0, dispatch: $1) },
///   ])
/// ```
public struct Interpreter: Sendable {
  enum Kind: Sendable {
    case command(CommandHandler)
    case subscription(any Subscription.Type, SubscriptionFactory)
    /// Runs the subscriptions of all types that have no interpreter of their own.
    case otherSubscriptions(SubscriptionFactory)
    /// Several interpreters that are registered together.
    case group([Interpreter])
  }

  let kind: Kind
  /// The type of the interpreter, for reports. Its text is made when it is needed: printing the types
  /// of a large app would take longer than starting it.
  let name: any Any.Type
}

/// The commands that an interpreter performs, and the function that performs one.
struct CommandHandler: Sendable {
  enum Commands: Sendable {
    case exactly(any Command.Type)
    case matching(@Sendable (any Command.Type) -> Bool)
  }

  let commands: Commands
  var isAsynchronous = false
  /// Calls the interpreter. It returns when a synchronous interpreter has returned, or when the
  /// task of an asynchronous one has been started.
  let perform: Perform

  typealias Perform = @Sendable (any Command, CommandSender, EffectContext) -> Void
}

extension Interpreter {
  /// Registers an interpreter of one command type.
  public static func command<I: CommandInterpreter>(_ interpreter: I) -> Interpreter
  where I.Cmd: Command {
    make(I.self, .exactly(I.Cmd.self), perform: perform(exactly: interpreter))
  }

  /// Not available, because `Cmd` is no command type.
  @available(
    *, unavailable,
    message:
      "its Cmd is no Command; if that is a protocol of commands, add `where:` with a predicate"
  )
  public static func command<I: CommandInterpreter>(_ interpreter: I) -> Interpreter { group([]) }

  /// Registers an interpreter of all command types that a predicate accepts, for a `Cmd` that is
  /// `any P`. An interpreter of the exact type is preferred to this one.
  ///
  /// - Parameters:
  ///   - interpreter: The interpreter.
  ///   - serves: The predicate, usually `{ $0 is any P.Type }`. It must be pure, and is called a
  ///     few times for each concrete type. If it accepts a type that is no `Cmd`, the command is
  ///     reported and not performed.
  public static func command<I: CommandInterpreter>(
    _ interpreter: I, where serves: @escaping @Sendable (any Command.Type) -> Bool
  ) -> Interpreter {
    make(I.self, .matching(narrowed(serves, to: I.Cmd.self)), perform: perform(interpreter))
  }

  /// Registers an asynchronous interpreter of one command type.
  public static func command<I: AsyncCommandInterpreter>(_ interpreter: I) -> Interpreter
  where I.Cmd: Command {
    make(I.self, .exactly(I.Cmd.self), perform: perform(interpreter), isAsynchronous: true)
  }

  /// Not available, because `Cmd` is no command type.
  @available(
    *, unavailable,
    message:
      "its Cmd is no Command; if that is a protocol of commands, add `where:` with a predicate"
  )
  public static func command<I: AsyncCommandInterpreter>(_ interpreter: I) -> Interpreter {
    group([])
  }

  /// Registers an asynchronous interpreter of all command types that a predicate accepts, for a
  /// `Cmd` that is `any P`. An interpreter of the exact type is preferred to this one.
  ///
  /// - Parameters:
  ///   - interpreter: The interpreter.
  ///   - serves: The predicate, usually `{ $0 is any P.Type }`. It must be pure, and is called a
  ///     few times for each concrete type. If it accepts a type that is no `Cmd`, the command is
  ///     reported and not performed.
  public static func command<I: AsyncCommandInterpreter>(
    _ interpreter: I, where serves: @escaping @Sendable (any Command.Type) -> Bool
  ) -> Interpreter {
    make(
      I.self, .matching(narrowed(serves, to: I.Cmd.self)), perform: perform(interpreter),
      isAsynchronous: true)
  }

  /// Registers a closure that creates the interpreters of one subscription type, one for each
  /// running subscription, with all that they need.
  ///
  /// - Parameter make: Creates an interpreter from the subscription and its dispatcher. It is
  ///   called when a subscription starts, on the thread that handles the message.
  public static func subscription<I: SubscriptionInterpreter>(
    _ make: @escaping @Sendable (I.Sub, SubscriptionDispatcher<I.Sub>) -> I
  ) -> Interpreter {
    Interpreter(
      kind: .subscription(
        I.Sub.self,
        { subscription, source in
          make(content(subscription), SubscriptionDispatcher(source: source))
        }),
      name: I.self)
  }

  /// Registers a type of interpreters that need nothing but the subscription and its dispatcher.
  public static func subscription<I: PlainSubscriptionInterpreter>(_ type: I.Type) -> Interpreter {
    subscription { I(subscription: $0, dispatch: $1) }
  }
}

extension Interpreter {
  private typealias Perform = CommandHandler.Perform

  private static func make<I>(
    _ interpreter: I.Type, _ commands: CommandHandler.Commands, perform: @escaping Perform,
    isAsynchronous: Bool = false
  ) -> Interpreter {
    Interpreter(
      kind: .command(
        CommandHandler(commands: commands, isAsynchronous: isAsynchronous, perform: perform)),
      name: interpreter)
  }

  /// Returns the predicate, limited to the type of an interpreter that performs one concrete type.
  private static func narrowed<Cmd>(
    _ serves: @escaping @Sendable (any Command.Type) -> Bool, to cmd: Cmd.Type
  ) -> @Sendable (any Command.Type) -> Bool {
    guard cmd is any Command.Type else { return serves }
    return { type in type is Cmd.Type && serves(type) }
  }

  /// For commands that are routed by their exact type, which need no cast. A cast would be
  /// measurable here.
  private static func perform<I: CommandInterpreter>(exactly interpreter: I) -> Perform {
    { command, sender, context in
      interpreter.interpret(content(command), dispatch: Dispatcher(sender, context: context))
    }
  }

  private static func perform<I: CommandInterpreter>(_ interpreter: I) -> Perform {
    { command, sender, context in
      guard let cmd = command as? I.Cmd else { return sender.reportMismatch(command, I.Cmd.self) }
      interpreter.interpret(cmd, dispatch: Dispatcher(sender, context: context))
    }
  }

  private static func perform<I: AsyncCommandInterpreter>(_ interpreter: I) -> Perform {
    { command, sender, context in
      guard command is I.Cmd else { return sender.reportMismatch(command, I.Cmd.self) }
      // The task of an asynchronous interpreter.
      sender.run?.task = sender.startTask {
        guard let cmd = command as? I.Cmd else { return }
        try await interpreter.interpret(cmd, dispatch: Dispatcher(sender, context: context))
      }
    }
  }
}

extension CommandSender {
  fileprivate func reportMismatch(_ command: any Command, _ expected: Any.Type) {
    run?.isRefused = true
    core.report(.interpreterMismatch(command: "\(type(of: command))", expected: "\(expected)"))
  }
}

extension Command {
  /// Returns the command if it is of exactly this type; otherwise `nil`.
  func exactly<Wanted: Command>(_ type: Wanted.Type) -> Wanted? {
    Self.self == Wanted.self ? unsafeBitCast(self, to: Wanted.self) : nil
  }
}

/// Returns the command as the type that it is known to have.
private func content<Cmd>(_ command: some Command) -> Cmd { unsafeBitCast(command, to: Cmd.self) }

/// Returns the subscription as the type that it is known to have.
private func content<Sub: Subscription>(_ subscription: some Subscription) -> Sub {
  unsafeBitCast(subscription, to: Sub.self)
}

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
  public static func command<Cmd: Command, Value: Sendable, Failure: Error>(
    _ type: Cmd.Type, reply: KeyPath<Cmd, Reply<Outcome<Value, Failure>>> & Sendable,
    _ perform: @escaping @Sendable (Cmd) async throws(Failure) -> Value
  ) -> Interpreter {
    command(type) { command, dispatch in
      let result: Outcome<Value, Failure>
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
