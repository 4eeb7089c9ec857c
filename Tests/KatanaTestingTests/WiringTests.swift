import KatanaRuntime
import KatanaTesting
import Testing

@Suite struct WiringTests {
  struct SignInInterpreter: CommandInterpreter {
    func interpret(_ command: SignIn, dispatch: Dispatcher) {}
  }
  struct OtherSignInInterpreter: CommandInterpreter {
    func interpret(_ command: SignIn, dispatch: Dispatcher) {}
  }
  @Test func aFeatureWhoseTypesHaveOneInterpreterEachIsWired() {
    expectWiring(
      of: [.command(SignInInterpreter()), .subscription(TicksInterpreter.self)],
      effects: [SignIn.self, Ticks.self])
  }

  @Test func allThatIsWrongIsListedAtOnce() {
    let line = #line + 2
    let found = failures {
      expectWiring(
        of: [.command(SignInInterpreter()), .command(OtherSignInInterpreter())],
        effects: [SignIn.self, Forget.self, Ticks.self])
    }
    #expect(found.first?.place.line == UInt(line))
    #expect(
      text(of: found) == """
        3 things are wrong with the wiring.

        2 interpreters could be found for the command SignIn; exactly 1 is required.
          First: SignInInterpreter
          Second: OtherSignInInterpreter
        Which of them performs the command would depend on their order.
        To fix this, remove one of them from the runtime's `interpreters`.

        0 interpreters could be found for the command Forget; exactly 1 is required.
        What the command describes would not happen.
        To fix this, add .command(…) with an interpreter whose Cmd is Forget to the runtime's \
        `interpreters`.

        0 interpreters could be found for the subscription Ticks; exactly 1 is required.
        The model could declare it, but nothing would run.
        To fix this, add .subscription(…) with an interpreter whose Sub is Ticks to the runtime's \
        `interpreters`.
        """)
  }

  @Test func aPredicateAcceptsNoTypeThatItsInterpreterCannotPerform() {
    let everything = Interpreter.command(SignInInterpreter(), where: { _ in true })
    expectWiring(of: [everything], effects: [SignIn.self])
    let found = failures {
      expectWiring(
        of: [everything],
        effects: [SignIn.self, Forget.self, Forget.self])
    }
    #expect(text(of: found).hasPrefix("0 interpreters could be found for the command Forget;"))
  }

  struct Door: Model {
    typealias Receives = Opened
    var isOpen = false
  }
  struct House: Model { var front: Door? = Door() }
  struct Opened: Message {}
  struct Knocked: Message {}

  @Test func aPartThatDoesNotTakeWhatItsChildReceivesFailsTheTest() {
    let house = CombinedUpdater<House>([
      .optional(
        \.front, TypedFunctionUpdater { (model: inout Door, message: Knocked) in [] })
    ])
    let found = failures { expectWiring(of: Program(model: House(), house), interpreters: []) }
    #expect(
      found.map(\.text) == [
        """
        Door receives Opened, but nothing in the part House.at.front takes it.
        The compiler lets you send such messages to the child, but they would change nothing.
        To fix this, add an updater of Opened to the part, or correct `Receives` of Door.
        """
      ])
    let right = CombinedUpdater<House>([
      .full(house),
      .optional(\.front, TypedFunctionUpdater { (model: inout Door, message: Opened) in [] }),
    ])
    expectWiring(of: Program(model: House(), right), interpreters: [])
  }
}
