package import Katana

/// The interpreters of a runtime.
///
/// It is the list alone, without a table, so that runtimes that are given one list share its memory.
/// Its users keep what they have found.
struct RegisteredInterpreters {
  private let all: [Interpreter]

  init(_ interpreters: [Interpreter]) { all = interpreters }

  /// Returns the types that have an interpreter of their own, each with the name of the first one, and
  /// the errors of those with a second one.
  func exactNames() -> (names: [InterpretedType: any Any.Type], errors: [WiringError]) {
    let members = all.flattened
    var names: [InterpretedType: any Any.Type] = [:]
    var errors: [WiringError] = []
    if !members.isEmpty { names.reserveCapacity(members.count) }
    for interpreter in members {
      guard let type = interpreter.exactType else { continue }
      if let first = names[type] {
        errors.append(
          .two(
            for: type.type, isCommand: type.isCommand, first: first, second: interpreter.name))
      } else {
        names[type] = interpreter.name
      }
    }
    return (names, errors)
  }

  /// Returns the interpreter of exactly this type, or else all whose predicates accept it, in the
  /// registered order.
  func handlers(
    of type: any Command.Type
  ) -> [(handler: CommandHandler, name: any Any.Type)] {
    // First, because a predicate mostly is a cast, which searches the conformances of the app.
    if let exact = exact(InterpretedType(type, isCommand: true)),
      case .command(let handler) = exact.kind
    {
      return [(handler, exact.name)]
    }
    return all.flattened.compactMap { interpreter in
      guard case .command(let handler) = interpreter.kind,
        case .matching(let serves) = handler.commands, serves(type)
      else { return nil }
      return (handler, interpreter.name)
    }
  }

  /// Returns the interpreter that is for exactly this type.
  private func exact(_ type: InterpretedType) -> Interpreter? {
    all.flattened.first { $0.exactType == type }
  }

  /// Returns the function that makes the interpreter of a subscription; `nil` if there is none.
  func factory(of type: any Subscription.Type) -> SubscriptionFactory? {
    let exact = exact(InterpretedType(type, isCommand: false))
    if case .subscription(_, let make) = exact?.kind { return make }
    for interpreter in all.flattened.reversed() {
      if case .otherSubscriptions(let make) = interpreter.kind { return make }
    }
    return nil
  }
}

extension Interpreter {
  /// The type of commands or subscriptions that this interpreter is for; `nil` if it is for several.
  fileprivate var exactType: InterpretedType? {
    switch kind {
    case .command(let handler):
      if case .exactly(let type) = handler.commands {
        InterpretedType(type, isCommand: true)
      } else {
        nil
      }
    case .subscription(let type, _): InterpretedType(type, isCommand: false)
    case .otherSubscriptions, .group: nil
    }
  }
}

/// The type of what an interpreter performs. A type may be one of commands and of subscriptions.
struct InterpretedType: Hashable {
  let type: any Any.Type
  let isCommand: Bool

  init(_ type: any Any.Type, isCommand: Bool) { (self.type, self.isCommand) = (type, isCommand) }

  static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.type == rhs.type && lhs.isCommand == rhs.isCommand
  }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}

extension Interpreter {
  /// Combines several interpreters, so that a library can offer all that belong together under one
  /// name.
  ///
  /// ```swift
  /// extension Interpreter {
  ///   static func payments(_ shop: Shop) -> Interpreter {
  ///     .group([.command(PayInterpreter(shop)), .command(RefundInterpreter(shop))])
  ///   }
  /// }
  ///
  /// try Runtime(program, interpreters: [.payments(shop), .time()])
  /// ```
  ///
  /// A group has the same effect as its members in the list. If a member and another interpreter
  /// perform the same command type, the runtime still throws a ``WiringError``.
  public static func group(_ members: [Interpreter]) -> Interpreter {
    Interpreter(kind: .group(members), name: Self.self)
  }
}

extension [Interpreter] {
  /// The interpreters in order, with each group replaced by its members.
  package var flattened: [Interpreter] {
    contains(where: \.isGroup) ? flatMap(\.members) : self
  }
}

extension Interpreter {
  fileprivate var isGroup: Bool { if case .group = kind { true } else { false } }

  fileprivate var members: [Interpreter] {
    if case .group(let members) = kind { members.flattened } else { [self] }
  }
}

/// Finds the interpreter of a command by its type. Pure; decided once for each concrete type.
///
/// An interpreter of the exact type is preferred to one with a predicate. If several predicates
/// accept a type, the first registered interpreter performs its commands, and an issue reports the
/// conflict.
struct CommandRouting {
  let interpreters: RegisteredInterpreters
  private var known: [ObjectIdentifier: CommandRoute] = [:]
  /// The type of the last lookup, since most apps use a few types again and again.
  private var lastType: ObjectIdentifier?
  private var last: CommandRoute?
  /// The route of all commands with a control modifier, once one was looked up. Kept apart, so that
  /// the last type stays that of the command inside.
  private var controlled: CommandRoute?

  init(_ interpreters: RegisteredInterpreters) { self.interpreters = interpreters }

  /// Returns the route of a command.
  mutating func route(of command: any Command) -> CommandRoute {
    let id = command.staticTypeID
    if id == lastType, let last { return last }
    if let controlled, id == ObjectIdentifier(ControlledCommand.self) { return controlled }
    return look(up: command.dynamicType, id)
  }

  private mutating func look(
    up type: any Command.Type, _ id: ObjectIdentifier
  ) -> CommandRoute {
    let route = route(for: type)
    if type == ControlledCommand.self {
      controlled = route
      return route
    }
    // Not for classes: subclasses may have their own interpreters.
    if ObjectIdentifier(type) == id && !(type is AnyObject.Type) { (lastType, last) = (id, route) }
    return route
  }

  private mutating func route(for type: any Command.Type) -> CommandRoute {
    if let route = known[ObjectIdentifier(type)] { return route }
    let route = decide(type)
    known[ObjectIdentifier(type)] = route
    return route
  }

  /// Returns what is wrong if each of these types must have exactly one interpreter.
  func errors(_ effects: [any Effect.Type]) -> [WiringError] {
    let (exact, errors) = interpreters.exactNames()
    var (doubled, missing) = ([WiringError](), [any Effect.Type]())
    for effect in effects
    // First, because a cast searches all conformances of the app for a type that is of the other kind.
    where exact[InterpretedType(effect, isCommand: true)] == nil
      && exact[InterpretedType(effect, isCommand: false)] == nil
    {
      if let command = effect as? any Command.Type {
        let route = decide(command)
        if route.kind != .missing && route.interpreters.count < 2 { continue }
        if let first = route.interpreters.first {
          let second = route.interpreters[1]
          doubled.append(.two(for: effect, isCommand: true, first: first, second: second))
          continue
        }
      } else if let subscription = effect as? any Subscription.Type,
        interpreters.factory(of: subscription) != nil
      {
        continue
      }
      if !missing.contains(where: { $0 == effect }) { missing.append(effect) }
    }
    return errors + doubled + (missing.isEmpty ? [] : [.none(for: missing)])
  }

  func decide(_ type: any Command.Type) -> CommandRoute {
    if type == LayeredCommand.self {
      return CommandRoute(.address, of: type)
    }
    if type == Send.self || type == Dismiss.self {
      return CommandRoute(
        .interpreter, of: type, perform: sendOwnMessage)
    }
    // Compared with each type: a cast to a protocol would search all conformances of the app
    // for each type that is no wrapper.
    if type == ControlledCommand.self || type == Sequential.self || type == Concurrent.self
      || type == Race.self || type == Cancel.self || type == Flush.self
    {
      return CommandRoute(.control, of: type)
    }
    let handlers = interpreters.handlers(of: type)
    guard let first = handlers.first else { return CommandRoute(.missing, of: type) }
    return CommandRoute(
      .interpreter, of: type, perform: first.handler.perform, interpreters: handlers.map(\.name))
  }
}

/// Performs the commands that only send a message.
@Sendable private func sendOwnMessage(
  _ command: any Command, _ sender: CommandSender, _ context: EffectContext
) {
  let dispatch = Dispatcher(sender, context: context)
  if let send = command.exactly(Send.self) {
    dispatch(send.message, file: send.file, line: send.line)
  } else {
    dispatch(Dismissed(), file: "", line: 0)
  }
}

// `type(of:)` is slower outside of the box, or copies it.
extension Command {
  /// The static type of the command in a box. For a class, the object may be of a subclass.
  fileprivate var staticTypeID: ObjectIdentifier { ObjectIdentifier(Self.self) }
  fileprivate var dynamicType: any Command.Type { type(of: self) }
}

/// What performs the commands of one type. Used inside of steps only.
final class CommandRoute {
  enum Kind {
    /// A wrapper that changes where the messages of its content go. No interpreter performs it.
    case address
    /// A control command: it says when, how often or how long commands run. No interpreter performs
    /// it.
    case control
    case interpreter
    case missing
  }

  let kind: Kind
  let type: any Command.Type
  /// Calls the interpreter.
  let perform: CommandHandler.Perform
  /// The name of all commands of the type, if it consists of the type only.
  private var commonName: ValueName?
  /// The interpreters that accept the type. The first one performs the commands.
  let interpreters: [any Any.Type]
  /// Whether several interpreters accept the type and this was not reported yet.
  var hasUnreportedConflict: Bool

  /// - Parameter perform: Calls the interpreter; `nil` if there is none.
  init(
    _ kind: Kind, of type: any Command.Type, perform: CommandHandler.Perform? = nil,
    interpreters: [any Any.Type] = []
  ) {
    self.kind = kind
    self.type = type
    // Not with `??`: a closure that passes through a generic function gets two wrappers, which
    // stay.
    if let perform { self.perform = perform } else { self.perform = { _, _, _ in } }
    self.interpreters = interpreters
    hasUnreportedConflict = interpreters.count > 1
  }

  /// Returns the name of a command of this type.
  func name(of command: any Command) -> ValueName {
    if let commonName { return commonName }
    let name = ValueName(command)
    if name.isTypeAlone { commonName = name }
    return name
  }
}

extension WiringError {
  /// Returns what is wrong with the parts of a program.
  package static func all<AppModel: Model>(in program: Program<AppModel>) -> [WiringError] {
    program.indistinct.map { .indistinct(model: $0.model, child: $0.child) }
  }

  /// Returns all errors of the wiring, for interpreters and the commands and subscriptions that
  /// they must perform.
  package static func all(
    in interpreters: [Interpreter], effects: [any Effect.Type]
  ) -> [WiringError] {
    CommandRouting(RegisteredInterpreters(interpreters)).errors(effects)
  }
}
