import Katana

/// Finds the interpreter of a command by its type: pure, and decided once for each concrete type.
///
/// An exact type beats a predicate. Of several predicates that accept a type the first one given
/// wins, and the others are named as a conflict.
struct CommandRouting {
  enum Route {
    /// Changes where the messages of the command inside go; not for interpreters.
    case address
    /// Says when, how often or how long commands run; not for interpreters.
    case control
    case handler(CommandHandler, name: InterpreterName, conflicts: [InterpreterName])
    case missing
  }

  private let exact: [ObjectIdentifier: (handler: CommandHandler, name: InterpreterName)]
  private let predicates:
    [(serves: @Sendable (any Command.Type) -> Bool, handler: CommandHandler, name: InterpreterName)]
  private var known: [ObjectIdentifier: KnownRoute] = [:]
  /// The type asked for last: most apps ask for a few types again and again.
  private var lastType: ObjectIdentifier?
  private var last: KnownRoute?

  /// Checks that no command type has two interpreters.
  init(_ interpreters: [Interpreter]) throws(WiringError) {
    var exact: [ObjectIdentifier: (handler: CommandHandler, name: InterpreterName)] = [:]
    if !interpreters.isEmpty { exact.reserveCapacity(interpreters.count) }
    var predicates:
      [(
        serves: @Sendable (any Command.Type) -> Bool, handler: CommandHandler, name: InterpreterName
      )] = []
    for interpreter in interpreters {
      switch interpreter.kind {
      case .command(let handler):
        switch handler.commands {
        case .exactly(let type):
          if let other = exact[ObjectIdentifier(type)] {
            throw .twoCommandInterpreters(
              command: "\(type)", first: "\(other.name)", second: "\(interpreter.name)")
          }
          exact[ObjectIdentifier(type)] = (handler, interpreter.name)
        case .matching(let serves):
          predicates.append((serves, handler, interpreter.name))
        }
      case .invalid(let type):
        throw .notACommandType(type: type, interpreter: "\(interpreter.name)")
      case .subscription, .otherSubscriptions: break
      }
    }
    self.exact = exact
    self.predicates = predicates
  }

  /// The route of a command type, and whether this is the first time that it is asked for.
  mutating func route(for type: any Command.Type) -> (route: Route, isNew: Bool) {
    let (known, isNew) = knownRoute(for: type)
    return (known.route, isNew)
  }

  /// The same as an object, which costs less to hand on.
  mutating func knownRoute(for type: any Command.Type) -> (route: KnownRoute, isNew: Bool) {
    let id = ObjectIdentifier(type)
    if id == lastType, let last { return (last, false) }
    let route = known[id] ?? KnownRoute(decide(type), of: type)
    let isNew = known.updateValue(route, forKey: id) == nil
    (lastType, last) = (id, route)
    return (route, isNew)
  }

  /// Checks that a command type has exactly one interpreter.
  func check(_ type: any Command.Type) throws(WiringError) {
    switch decide(type) {
    case .missing: throw .noCommandInterpreter(command: "\(type)")
    case .handler(_, let name, let conflicts):
      if let second = conflicts.first {
        throw .twoCommandInterpreters(command: "\(type)", first: "\(name)", second: "\(second)")
      }
    case .address, .control: break
    }
  }

  private func decide(_ type: any Command.Type) -> Route {
    if type == ScopedCommand.self || type == MappedCommand.self { return .address }
    if type == Cancel.self || type == Flush.self || type == Send.self || type == Dismiss.self
      || isControl(type)
    {
      return .control
    }
    if let (handler, name) = exact[ObjectIdentifier(type)] {
      return .handler(handler, name: name, conflicts: [])
    }
    let matches = predicates.filter { $0.serves(type) }
    guard let first = matches.first else { return .missing }
    return .handler(
      first.handler, name: first.name, conflicts: matches.dropFirst().map(\.name))
  }
}

/// Whether commands of a type say something about other commands. Compared by name: for each type
/// that conforms to nothing, a cast to `CommandWrapper` searches all conformances of the app, 0.1
/// ms in a large one.
private func isControl(_ type: any Command.Type) -> Bool {
  type == ControlledCommand.self || type == Sequential.self || type == Concurrent.self
    || type == Race.self
}

/// The route of one command type, decided.
final class KnownRoute {
  let route: CommandRouting.Route
  /// What performs the command, if it has an interpreter.
  let perform: CommandHandler.Perform?
  /// The command's type, for reports.
  private let type: any Command.Type
  var command: String { "\(type)" }

  init(_ route: CommandRouting.Route, of type: any Command.Type) {
    self.route = route
    self.type = type
    if case .handler(let handler, _, _) = route { perform = handler.perform } else { perform = nil }
  }
}
