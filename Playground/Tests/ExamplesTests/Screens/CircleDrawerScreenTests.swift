import KatanaViews
import KatanaTesting
import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaViewsTesting
import Testing

@testable import Examples

@Suite struct CircleDrawerScreenTests {
  @Test func aCircleIsDrawnResizedAndUndone() {
    let test = ViewTest(circleEditorProgram, circleDrawerView)
    test.point(.down, x: 100, y: 60, in: "Canvas")
    test.point(.secondary, x: 105, y: 60, in: "Canvas")
    test.set("Diameter", to: 80)
    #expect(
      test.outline == """
        layers
          column
            row
              row [u undo, r redo]
                button "Undo"
                button "Redo" disabled
              button "Adjust…"
              text "Circle 1" accent
            drawing "Canvas" (1 figures)
            keys
          dialog "Diameter of circle 1"
            column
              slider "Diameter" 80.0 of 2.0...120.0
              row
                text "80"
                button "Done"
        """)
    test.press("Done")
    #expect(test.model.drawing.present.circles[id: 1]?.diameter == 80)
    test.key("u")
    #expect(test.model.drawing.present.circles[id: 1]?.diameter == 40)
    test.press("Undo")
    #expect(test.model.drawing.present.circles.isEmpty)
  }

  @Test func theKeyboardAloneDrawsAndResizes() {
    let test = ViewTest(
      circleEditorProgram, interpreters: [.time()], columns: 60, rows: 16, circleDrawerView)
    // The canvas is the only control that is enabled.
    test.keys(.right, .right, .enter)
    #expect(test.model.selected?.id == 1)
    test.keys(.alt(.enter))
    #expect(test.focusedLabel == "Diameter")
    test.keys(.right, .right, .escape)
    #expect(test.model.dialog == nil)
    #expect(test.model.drawing.present.circles[id: 1]?.diameter == 44)
    #expect(test.focusedLabel == "Canvas")
    test.keys("u", "u")
    #expect(test.model.drawing.present.circles.isEmpty)
  }
}
