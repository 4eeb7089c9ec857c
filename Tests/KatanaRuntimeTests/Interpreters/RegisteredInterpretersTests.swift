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

  @Test func anInterpreterOfSubscriptionsIsFoundInsideOfGroups() {
    let interpreters = RegisteredInterpreters([
      .command(Doing()), .group([.group([.subscription(Ticking.self)])]),
    ])
    #expect(interpreters.factory(of: Tick.self) != nil)
    #expect(interpreters.factory(of: Tock.self) == nil)
    #expect(
      Set(interpreters.exactNames().names.keys) == [
        InterpretedType(Do.self, isCommand: true), InterpretedType(Tick.self, isCommand: false),
      ])
  }

  @Test func theFirstErrorInTheOrderOfTheListIsThrown() {
    let ticks = Interpreter.group([.subscription(Ticking.self), .subscription(Ticking.self)])
    let commands = Interpreter.group([.command(Doing()), .command(Doing())])
    let errors: [WiringError] = [
      .two(for: Tick.self, isCommand: false, first: Ticking.self, second: Ticking.self),
      .two(for: Do.self, isCommand: true, first: Doing.self, second: Doing.self),
    ]
    #expect(RegisteredInterpreters([ticks, commands]).exactNames().errors == errors)
    #expect(RegisteredInterpreters([commands, ticks]).exactNames().errors == errors.reversed())
  }
}
