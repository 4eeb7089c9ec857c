import Katana
import KatanaTesting
import Testing

/// What a feature returns must be among the effects that it states, if it states any.
@Suite struct StatedEffectsTests {
  struct Load: Command, Equatable {}
  struct Save: Command, Equatable {}
  struct Clock: Subscription {}
  struct Go: Message {}
  struct Row: Model, Identifiable, Equatable {
    typealias Receives = Go
    var id = 0
  }
  struct App: Model, Equatable { var rows = [Row()] }

  struct Returning<TypedModel: Model>: TypedUpdater {
    let commands: [any Command]
    var effects: [any Effect.Type] = [Load.self]
    func update(model: inout TypedModel, message: Go) -> [any Command] { commands }
  }

  static let provider = FunctionSubscriptionProvider<App> { _ in [Clock()] }

  static let saveIsMissing = """
    The features do not state that they use the command Save.
    So the check of the wiring cannot find out that it has no interpreter.
    To fix this, add `Save.self` to the `effects` of the feature that returns it; for a \
    closure, to those of a CombinedUpdater around it.
    """

  @Test func aStepTestFailsOnceForEachTypeThatIsNotStated() {
    let test = StepTest(
      Returning<App>(commands: [Load(), Save(), Save().delayed(by: .seconds(1))]), model: App())
    #expect(text(of: failures { test.send(Go(), exhaustive: []) }) == Self.saveIsMissing)
  }

  @Test func oneSpecializationOfAGenericTypeStandsForAll() {
    struct Fetch<Value: Sendable>: Command {}
    struct Fetching: TypedUpdater {
      var effects: [any Effect.Type] { [Fetch<Int>.self] }
      func update(model: inout App, message: Go) -> [any Command] {
        [Fetch<String>(), Fetch<[Int]>()]
      }
    }
    StepTest(Fetching(), model: App()).send(Go(), commands: [Fetch<String>(), Fetch<[Int]>()])
  }

  @Test func whatIsInsideOfOthersMustBeStatedToo() {
    let inside: [any Command] = [
      Save().delayed(by: .seconds(1)), Sequential([Load(), Save()]), Race([Save()]),
      Concurrent([Save()]), Save().in(App.at.rows[0]), Save().map { (_: Go) in Go() },
    ]
    for command in inside {
      let test = StepTest(Returning<App>(commands: [command]), model: App())
      #expect(text(of: failures { test.send(Go(), exhaustive: []) }) == Self.saveIsMissing)
    }
  }

  @Test func anAppTestFailsForACommandOfAChildAndAtTheStart() {
    let row = CombinedUpdater<App>([.each(\.rows, Returning<Row>(commands: [Save()]))])
    let found = failures {
      let test = AppTest(Program(model: App(), row), ignoringPending: [Save.self])
      test.send(.init(), to: App.at.rows[0], exhaustive: [])
    }
    #expect(text(of: found) == Self.saveIsMissing)
    let atStart = failures {
      let test = AppTest(
        Program(model: App(), row, commands: [Save()]), ignoringPending: [Save.self])
      test.start(exhaustive: [])
    }
    #expect(text(of: atStart) == Self.saveIsMissing)
  }

  @Test func subscriptionsMustBeStatedToo() {
    let app = CombinedUpdater<App>([.full(Returning(commands: [])), .full(Self.provider)])
    let found = failures { StepTest(app, model: App()).send(Go(), exhaustive: []) }
    #expect(
      text(of: found).hasPrefix("The features do not state that they use the subscription Clock."))
  }

  @Test func whatTheRuntimePerformsNeedsNoStatement() {
    let own: [any Command] = [
      Load(), Send(Go()), Dismiss(), Cancel(id: "a"), Flush(id: "a"),
    ]
    let test = StepTest(Returning<App>(commands: own), model: App())
    #expect(failures { test.send(Go(), exhaustive: []) }.isEmpty)
  }

  /// Such as small examples and tests.
  @Test func featuresThatStateNothingAreNotChecked() {
    let app = CombinedUpdater<App>([
      .full(Returning(commands: [Save()], effects: [])), .full(Self.provider),
    ])
    #expect(failures { StepTest(app, model: App()).send(Go(), exhaustive: []) }.isEmpty)
  }
}
