import KatanaViews
import KatanaTesting
import Katana
import KatanaConsole
import KatanaViewsTesting
import Testing

@testable import Examples

@Suite struct ConverterScreenTests {
  @Test func eachFieldFollowsTheOther() {
    let test = ViewTest(converterProgram, converterView)
    test.type("100", into: "Celsius")
    #expect(test.outline == outline(celsius: "100", fahrenheit: "212"))
    test.replace("Fahrenheit", with: "32")
    #expect(test.outline == outline(celsius: "0", fahrenheit: "32"))
  }

  private func outline(celsius: String, fahrenheit: String) -> String {
    """
    column
      fitting "Temperature"
        row
          input "Celsius" = "\(celsius)"
          text "="
          input "Fahrenheit" = "\(fahrenheit)"
        column
          input "Celsius" = "\(celsius)"
          input "Fahrenheit" = "\(fahrenheit)"
      keys
    """
  }

  @Test func theFocusAndTheCaretStayWhenTheWidthChanges() {
    let test = ViewTest(converterProgram, converterView)
    test.keys(.tab, "2", "1", "2", .left)
    test.resize(columns: 40, rows: 12)
    #expect(test.focusedLabel == "Fahrenheit")
    test.keys(.backspace)
    #expect(test.model.fahrenheit == "22")
  }
}
