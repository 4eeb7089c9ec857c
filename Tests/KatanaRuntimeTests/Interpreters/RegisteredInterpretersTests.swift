import Katana
import Testing

@testable import KatanaRuntime

@Suite struct RegisteredInterpretersTests {
  struct Tick: Subscription {}
  struct Tock: Subscription {}

  final class Ticking: PlainSubscriptionInterpreter {
    init(subscription: Tick, dispatch: SubscriptionDispatcher<Tick>) {}
    func start() {}
    func stop() {}
  }

  struct Doing: CommandInterpreter {
    func interpret(_ command: Do, dispatch: Dispatcher) {}
  }

  @Test func anInterpreterOfSubscriptionsIsFoundInsideOfGroups() throws {
    let interpreters = try RegisteredInterpreters([
      .command(Doing()), .group([.group([.subscription(Ticking.self)])]),
    ])
    #expect(interpreters.factory(of: Tick.self) != nil)
    #expect(interpreters.factory(of: Tock.self) == nil)
    #expect(interpreters.exactTypes == [.command(Do.self), .subscription(Tick.self)])
  }

  @Test func theFirstErrorInTheOrderOfTheListIsThrown() {
    let ticks = Interpreter.group([.subscription(Ticking.self), .subscription(Ticking.self)])
    let commands = Interpreter.group([.command(Doing()), .command(Doing())])
    #expect(
      throws: WiringError.two(
        for: .subscription(Tick.self), first: Ticking.self, second: Ticking.self)
    ) { try RegisteredInterpreters([ticks, commands]) }
    #expect(
      throws: WiringError.two(
        for: .command(Do.self), first: Doing.self, second: Doing.self)
    ) { try RegisteredInterpreters([commands, ticks]) }
  }
}
