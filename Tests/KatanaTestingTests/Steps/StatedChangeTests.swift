import Katana
import KatanaTesting
import Testing

/// A closure that states no change of the model is a mistake of the test.
@Suite struct StatedChangeTests {
  private static let expected = """
    nothing: the model is not as expected (− expected, + actual).
    Model:
      The closure leaves the model as it was before the call, and so does the app.
      To fix this, remove the closure, or let it set what must change.
    """

  @Test func aClosureThatChangesNothingFailsAStep() {
    let test = StepTest(shopUpdater, model: Shop(seconds: 1))
    #expect(text(of: failures { test.send(.nothing) { $0.seconds = 1 } }) == Self.expected)
  }

  @Test func aClosureThatChangesNothingFailsEachCallOfAnApp() {
    func text(_ body: (AppTest<Shop>) -> Void) -> String {
      let found = failures {
        let app = AppTest(Program(model: Shop(isBusy: true), shopUpdater))
        body(app)
        app.finish()
      }
      return found.first?.text ?? ""
    }
    #expect(text { $0.send(.nothing) { $0.isBusy = true } } == Self.expected)
    #expect(text { $0.start { $0.isBusy = true } }.contains("The closure leaves the model"))
    #expect(
      text { $0.advance(by: .seconds(1)) { $0.isBusy = true } }
        .contains("The closure leaves the model"))
  }

  @Test func aClosureMayStateAValueThatStaysIfTheModelNeedNotBeStated() {
    let test = StepTest(shopUpdater, model: Shop(seconds: 1))
    test.send(.nothing, exhaustive: false) { $0.seconds = 1 }
    test.send(.nothing)
  }
}
