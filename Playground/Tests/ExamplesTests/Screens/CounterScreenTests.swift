import KatanaViews
import KatanaTesting
import Katana
import KatanaRuntime
import KatanaViewsTesting
import Testing

@testable import Examples

@Suite struct CounterScreenTests {
  @Test func itCounts() {
    let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
    test.press("+")
    test.press("+")
    test.press("-")
    test.key("+")
    #expect(
      test.outline == """
        column [- less, + more]
          row "Counter"
            button "-"
            text "2" strong
            button "+"
          keys
        """)
  }
}
