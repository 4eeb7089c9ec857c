import KatanaTesting
import Foundation
import Katana
import KatanaConsole
import KatanaEffects
import KatanaEffectsTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import Examples

@Suite struct LiftScreenTests {
  private let start = Date(timeIntervalSinceReferenceDate: 0)

  @Test func aCabinIsCalled() {
    let test = ViewTest(liftProgram, liftView)
    test.press("3")
    test.app.answer(\Now.reply, with: start, exhaustive: [])
    #expect(test.model.height.value(at: start + 0.6) == 1.5)
    #expect(
      test.outline == """
        column
          row
            drawing "Shaft" (7 figures)
            column
              text "Floor 3" heading
              button "5" [5 floor 5]
              button "4" [4 floor 4]
              button "3" [3 floor 3]
              button "2" [2 floor 2]
              button "1" [1 floor 1]
              button "0" [0 floor 0]
          keys
        """)
  }

  @Test func aCabinThatIsCalledOnItsWayStartsWhereItIs() {
    let test = ViewTest(liftProgram, liftView)
    test.key("2")
    test.app.answer(\Now.reply, with: start, exhaustive: [])
    test.key("0")
    test.app.answer(\Now.reply, with: start + 0.4, exhaustive: [])
    #expect(test.model.height.from == 1)
    #expect(test.model.height.seconds == 0.4)
  }

  @Test func theScreenShowsTheCabinOnItsWay() {
    var model = Lift()
    model.height = Motion(from: 0, to: 5, start: start, lasting: .seconds(2))
    let rows = ([0, 1, 2] as [TimeInterval]).map { seconds in
      let lines = liftView(model).lines(columns: 40, rows: 15, at: start + seconds)
      return lines.indices.filter { lines[$0].contains("████████") }
    }
    #expect(rows == [[11, 12], [6, 7], [1, 2]])
  }
}
