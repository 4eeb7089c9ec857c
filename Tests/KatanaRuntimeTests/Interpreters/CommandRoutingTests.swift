import Katana
import Testing

@testable import KatanaRuntime

@Suite struct CommandRoutingTests {
  protocol Fetching: Command {}
  struct Fetch<Payload>: Fetching {}
  struct Other: Command {}

  struct Exact: CommandInterpreter {
    func interpret(_ command: Fetch<Int>, dispatch: Dispatcher) {}
  }
  struct Family: CommandInterpreter {
    func interpret(_ command: any Fetching, dispatch: Dispatcher) {}
  }

  private func names(_ interpreters: [Interpreter], _ type: any Command.Type) -> [String] {
    let route = CommandRouting(RegisteredInterpreters(interpreters)).decide(type)
    return switch route.kind {
    case .interpreter: route.interpreters.map { "\($0)" }
    case .missing: []
    case .address, .control: ["wrapper"]
    }
  }

  private let family = Interpreter.command(Family(), where: { $0 is any Fetching.Type })

  @Test func aPredicateServesEveryTypeOfAFamily() throws {
    #expect(names([family], Fetch<Int>.self) == ["Family"])
    #expect(names([family], Fetch<String>.self) == ["Family"])
    #expect(names([family], Other.self) == [])
  }

  @Test func anExactTypeBeatsAPredicate() throws {
    #expect(names([family, .command(Exact())], Fetch<Int>.self) == ["Exact"])
    #expect(names([family, .command(Exact())], Fetch<String>.self) == ["Family"])
  }

  @Test func aPredicateIsNotAskedAboutATypeThatHasAnInterpreter() throws {
    let asked = Log()
    let predicate = Interpreter.command(Family()) { type in
      asked("\(type)")
      return type is any Fetching.Type
    }
    #expect(names([predicate, .command(Exact())], Fetch<Int>.self) == ["Exact"])
    #expect(asked.all == [])
  }

  @Test func membersOfGroupsAreFoundAtAnyDepth() throws {
    let groups = Interpreter.group([.group([family]), .group([.command(Exact())])])
    #expect(names([groups], Fetch<Int>.self) == ["Exact"])
    #expect(names([groups], Fetch<String>.self) == ["Family"])
  }

  @Test func overlappingPredicatesAreAConflictAndTheFirstWins() throws {
    let all = Interpreter.command(Family(), where: { _ in true })
    #expect(names([family, all], Fetch<Int>.self) == ["Family", "Family"])
  }

  @Test func wrappersAreNotForInterpreters() throws {
    let all = Interpreter.command(Family(), where: { _ in true })
    let wrappers: [any Command.Type] = [
      LayeredCommand.self, ControlledCommand.self, Sequential.self,
      Concurrent.self, Race.self, Cancel.self, Flush.self,
    ]
    for wrapper in wrappers { #expect(names([all], wrapper) == ["wrapper"]) }
  }

  @Test func theRuntimeSendsMessagesItself() throws {
    let all = Interpreter.command(Family(), where: { _ in true })
    #expect(names([all], Send.self) == [])
    #expect(names([all], Dismiss.self) == [])
  }

  @Test func theChoiceIsMadeOnce() throws {
    var routing = CommandRouting(RegisteredInterpreters([family]))
    func route(of command: any Command) -> CommandRoute {
      routing.route(of: command)
    }
    let (first, other) = (route(of: Fetch<Int>()), route(of: Fetch<String>()))
    #expect(first === route(of: Fetch<Int>()))
    #expect(first !== other)
  }

  class Animal: Command, @unchecked Sendable {}
  final class Dog: Animal, @unchecked Sendable {}

  @Test func anObjectIsRoutedByItsOwnType() throws {
    var routing = CommandRouting(RegisteredInterpreters([]))
    let dog: Animal = Dog()
    let commands: [Animal] = [Animal(), dog, Animal()]
    let types = commands.map { ObjectIdentifier(routing.route(of: $0).type) }
    #expect(types == [Animal.self, Dog.self, Animal.self].map { ObjectIdentifier($0) })
  }

  struct Start: Message {}

  struct DogInterpreter: CommandInterpreter {
    let log: Log
    func interpret(_ command: Dog, dispatch: Dispatcher) { log("dog") }
  }

  struct StartUpdater: TypedUpdater {
    func update(model: inout Notes, message: Start) -> [any Command] {
      let dog: Animal = Dog()
      return [dog]
    }
  }

  @Test func anObjectIsPerformedByTheInterpreterOfItsOwnType() throws {
    let log = Log()
    let runtime = try Runtime(
      Program(model: Notes(), StartUpdater()),
      interpreters: [.command(DogInterpreter(log: log))])
    runtime.start()
    runtime.dispatch(Start())
    #expect(log.all == ["dog"])
  }
}
