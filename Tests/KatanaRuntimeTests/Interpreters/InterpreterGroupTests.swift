import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct InterpreterGroupTests {
  struct Ring: Command, Equatable {}
  struct Knock: Command, Equatable {}
  struct Heard: Subscription {}
  struct Door: Model, Equatable {
    typealias Receives = DoorMessage
    var visitors = 0
  }
  enum DoorMessage: Message, Equatable { case arrived, answered }
  final class HeardInterpreter: PlainSubscriptionInterpreter {
    init(subscription: Heard, dispatch: SubscriptionDispatcher<Heard>) {}
    func start() {}
    func stop() {}
  }

  struct DoorUpdater: TypedUpdater {
    var effects: [any Effect.Type] {
      [Ring.self, Knock.self, Heard.self]
    }

    func update(model: inout Door, message: DoorMessage) -> [any Command] {
      if message == .arrived { return [Ring(), Knock()] }
      model.visitors += 1
      return []
    }
  }

  private let program = Program(model: Door(), DoorUpdater())

  private let ring = Interpreter.command(Ring.self) { _, dispatch in
    dispatch(DoorMessage.answered)
  }
  private let knock = Interpreter.command(Knock.self) { _, dispatch in
    dispatch(DoorMessage.answered)
  }

  @Test func theMembersOfAGroupPerformCommands() throws {
    let group = Interpreter.group([
      ring, .group([knock, .subscription(HeardInterpreter.self)]),
    ])
    let runtime = try Runtime(program, interpreters: [group])
    runtime.start()
    runtime.dispatch(DoorMessage.arrived)
    #expect(runtime.model.visitors == 2)
    expectWiring(of: program, interpreters: [group])
  }

  @Test func aMemberThatServesWhatAnotherServesIsAMistake() {
    #expect(throws: WiringError.self) {
      _ = try Runtime(program, interpreters: [ring, .group([ring, knock])])
    }
  }

  @Test func anAppTestPerformsTheMembersAndHoldsTheRest() {
    let app = AppTest(program, interpreters: [.group([ring])])
    app.send(
      .arrived, sends: [DoorMessage.answered], commands: [Ring(), Knock()]
    ) { $0.visitors = 1 }
    app.answer(Knock.self, with: DoorMessage.answered) { $0.visitors = 2 }
    app.finish()
  }

  @Test func anAppTestRefusesAnAsynchronousMember() {
    let slow = Interpreter.command(Ring.self) { _, _ async in }
    withKnownIssue {
      _ = AppTest(program, interpreters: [.group([slow, knock])])
    } matching: {
      "\($0)".contains("is asynchronous")
    }
  }
}
