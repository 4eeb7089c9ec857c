public import Katana

/// An interpreter as it is given to a ``Runtime``.
///
/// ```swift
/// try Runtime(
///   model: AppModel(), updater: AppUpdater(),
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
    /// For the subscriptions of all types that have no interpreter of their own.
    case otherSubscriptions(SubscriptionFactory)
    /// Several that are registered together.
    case group([Interpreter])
    /// Cannot be registered; the type that the interpreter names as its command.
    case invalid(String)
  }

  let kind: Kind
  /// The interpreter's type, for reports.
  let name: InterpreterName
}

/// What an interpreter is called in reports: made when it is asked for, since printing the types of
/// a large app would take longer than starting it.
enum InterpreterName: Sendable, CustomStringConvertible {
  case type(any Any.Type)
  case text(StaticString)

  var description: String {
    switch self {
    case .type(let type): "\(type)"
    case .text(let text): "\(text)"
    }
  }
}

/// Which commands an interpreter serves, and how it performs one.
struct CommandHandler: Sendable {
  enum Commands: Sendable {
    case exactly(any Command.Type)
    case matching(@Sendable (any Command.Type) -> Bool)
  }

  let commands: Commands
  var isAsynchronous = false
  /// Calls the interpreter. Returns after a sync interpreter has, or when the task of an async one
  /// has been started.
  let perform: Perform

  typealias Perform = @Sendable (any Command, Run, EffectContext) -> Void
}

/// Makes the interpreter of one subscription.
typealias SubscriptionFactory =
  @Sendable (any Subscription, SubscriptionSource) -> any SubscriptionInterpreter

extension Interpreter {
  /// The interpreter of one command type.
  public static func command<I: CommandInterpreter>(_ interpreter: I) -> Interpreter {
    make(I.self, I.Cmd.self, perform: perform(exactly: interpreter))
  }

  /// The interpreter of one command type.
  ///
  /// The same as the form for any `Cmd`; where the compiler knows that it is a command type, nobody
  /// has to find out when the app starts.
  public static func command<I: CommandInterpreter>(
    _ interpreter: I
  ) -> Interpreter where I.Cmd: Command {
    make(I.self, exactly: I.Cmd.self, perform: perform(exactly: interpreter))
  }

  /// The interpreter of all command types that a predicate accepts, for `Cmd`s that are `any P`:
  /// pass `{ $0 is any P.Type }`. An interpreter of the exact type comes first.
  public static func command<I: CommandInterpreter>(
    _ interpreter: I, where serves: @escaping @Sendable (any Command.Type) -> Bool
  ) -> Interpreter {
    make(I.self, narrowed(serves, to: I.Cmd.self), perform: perform(interpreter))
  }

  /// The asynchronous interpreter of one command type.
  public static func command<I: AsyncCommandInterpreter>(_ interpreter: I) -> Interpreter {
    make(I.self, I.Cmd.self, perform: perform(exactly: interpreter), isAsynchronous: true)
  }

  /// The asynchronous interpreter of one command type; see the synchronous form.
  public static func command<I: AsyncCommandInterpreter>(
    _ interpreter: I
  ) -> Interpreter where I.Cmd: Command {
    make(I.self, exactly: I.Cmd.self, perform: perform(exactly: interpreter), isAsynchronous: true)
  }

  /// The asynchronous interpreter of all command types that a predicate accepts; see the
  /// synchronous form.
  public static func command<I: AsyncCommandInterpreter>(
    _ interpreter: I, where serves: @escaping @Sendable (any Command.Type) -> Bool
  ) -> Interpreter {
    make(
      I.self, narrowed(serves, to: I.Cmd.self), perform: perform(interpreter), isAsynchronous: true)
  }

  /// Interpreters of one subscription type, made by a closure, which hands them what they need.
  public static func subscription<I: SubscriptionInterpreter>(
    _ make: @escaping @Sendable (I.Sub, SubscriptionDispatcher<I.Sub>) -> I
  ) -> Interpreter {
    Interpreter(
      kind: .subscription(
        I.Sub.self,
        { subscription, source in
          make(content(subscription), SubscriptionDispatcher(source: source))
        }),
      name: .type(I.self))
  }

  /// Interpreters of one subscription type that need nothing but the subscription.
  public static func subscription<I: PlainSubscriptionInterpreter>(_ type: I.Type) -> Interpreter {
    subscription { I(subscription: $0, dispatch: $1) }
  }
}

extension Interpreter {
  private typealias Perform = CommandHandler.Perform

  private static func make<I, Cmd>(
    _ interpreter: I.Type, _ cmd: Cmd.Type, perform: @escaping Perform,
    isAsynchronous: Bool = false
  ) -> Interpreter {
    guard let type = cmd as? any Command.Type else {
      return Interpreter(kind: .invalid("\(cmd)"), name: .type(interpreter))
    }
    return make(interpreter, exactly: type, perform: perform, isAsynchronous: isAsynchronous)
  }

  private static func make<I>(
    _ interpreter: I.Type, exactly type: any Command.Type, perform: @escaping Perform,
    isAsynchronous: Bool = false
  ) -> Interpreter {
    let handler = CommandHandler(
      commands: .exactly(type), isAsynchronous: isAsynchronous, perform: perform)
    return Interpreter(kind: .command(handler), name: .type(interpreter))
  }

  private static func make<I>(
    _ interpreter: I.Type, _ serves: @escaping @Sendable (any Command.Type) -> Bool,
    perform: @escaping Perform, isAsynchronous: Bool = false
  ) -> Interpreter {
    Interpreter(
      kind: .command(
        CommandHandler(
          commands: .matching(serves), isAsynchronous: isAsynchronous, perform: perform)),
      name: .type(interpreter))
  }

  /// A predicate of an interpreter of one concrete type, which can perform no other, whatever it
  /// accepts.
  private static func narrowed<Cmd>(
    _ serves: @escaping @Sendable (any Command.Type) -> Bool, to cmd: Cmd.Type
  ) -> @Sendable (any Command.Type) -> Bool {
    guard cmd is any Command.Type else { return serves }
    return { type in type is Cmd.Type && serves(type) }
  }

  /// For commands that are routed by their exact type: they need no cast, which costs 60 ns.
  private static func perform<I: CommandInterpreter>(exactly interpreter: I) -> Perform {
    { command, run, context in
      interpreter.interpret(content(command), dispatch: Dispatcher(run, context: context))
    }
  }

  private static func perform<I: CommandInterpreter>(_ interpreter: I) -> Perform {
    { command, run, context in
      guard let cmd = command as? I.Cmd else { return run.reportMismatch(command, I.Cmd.self) }
      interpreter.interpret(cmd, dispatch: Dispatcher(run, context: context))
    }
  }

  private static func perform<I: AsyncCommandInterpreter>(exactly interpreter: I) -> Perform {
    perform(interpreter) { content($0) as I.Cmd }
  }

  private static func perform<I: AsyncCommandInterpreter>(_ interpreter: I) -> Perform {
    perform(interpreter) { $0 as? I.Cmd }
  }

  /// - Parameter read: The command as the type that the interpreter takes.
  private static func perform<I: AsyncCommandInterpreter>(
    _ interpreter: I, _ read: @escaping @Sendable (any Command) -> I.Cmd?
  ) -> Perform {
    { command, run, context in
      guard read(command) != nil else { return run.reportMismatch(command, I.Cmd.self) }
      run.isOfTask = true
      run.task = run.startTask {
        guard let cmd = read(command) else { return }
        try await interpreter.interpret(cmd, dispatch: Dispatcher(run, context: context))
      }
    }
  }
}

extension Run {
  fileprivate func reportMismatch(_ command: any Command, _ expected: Any.Type) {
    core.report(.interpreterMismatch(command: "\(type(of: command))", expected: "\(expected)"))
  }
}

extension Command {
  /// The command, if it is of exactly this type.
  func exactly<Wanted: Command>(_ type: Wanted.Type) -> Wanted? {
    Self.self == Wanted.self ? unsafeBitCast(self, to: Wanted.self) : nil
  }
}

/// The command as the type that it is known to have.
private func content<Cmd>(_ command: any Command) -> Cmd {
  func read<Dynamic: Command>(_ value: Dynamic) -> Cmd { unsafeBitCast(value, to: Cmd.self) }
  return read(command)
}

/// The subscription as the type that it is known to have.
private func content<Sub: Subscription>(_ subscription: any Subscription) -> Sub {
  func read<Dynamic: Subscription>(_ value: Dynamic) -> Sub { unsafeBitCast(value, to: Sub.self) }
  return read(subscription)
}
