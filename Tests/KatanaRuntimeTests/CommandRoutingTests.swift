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

  private func names(_ interpreters: [Interpreter], _ type: any Command.Type) throws -> [String] {
    var routing = try CommandRouting(interpreters)
    switch routing.route(for: type).route {
    case .handler(_, let name, let conflicts): return ([name] + conflicts).map(\.description)
    case .missing: return []
    case .address, .control: return ["wrapper"]
    }
  }

  private let family = Interpreter.command(Family(), where: { $0 is any Fetching.Type })

  @Test func aPredicateServesEveryTypeOfAFamily() throws {
    #expect(try names([family], Fetch<Int>.self) == ["Family"])
    #expect(try names([family], Fetch<String>.self) == ["Family"])
    #expect(try names([family], Other.self) == [])
  }

  @Test func anExactTypeBeatsAPredicate() throws {
    #expect(try names([family, .command(Exact())], Fetch<Int>.self) == ["Exact"])
    #expect(try names([family, .command(Exact())], Fetch<String>.self) == ["Family"])
  }

  @Test func overlappingPredicatesAreAConflictAndTheFirstWins() throws {
    let all = Interpreter.command(Family(), where: { _ in true })
    #expect(try names([family, all], Fetch<Int>.self) == ["Family", "Family"])
  }

  @Test func wrappersAreNotForInterpreters() throws {
    let all = Interpreter.command(Family(), where: { _ in true })
    let wrappers: [any Command.Type] = [
      ScopedCommand.self, MappedCommand.self, ControlledCommand.self, Sequential.self,
      Concurrent.self,
      Cancel.self, Send.self,
    ]
    for wrapper in wrappers { #expect(try names([all], wrapper) == ["wrapper"]) }
  }

  @Test func theChoiceIsMadeOnce() throws {
    var routing = try CommandRouting([family])
    let (first, second) = (
      routing.route(for: Fetch<Int>.self), routing.route(for: Fetch<Int>.self)
    )
    #expect(first.isNew)
    #expect(!second.isNew)
  }
}
