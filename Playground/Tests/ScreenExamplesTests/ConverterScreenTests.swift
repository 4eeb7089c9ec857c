import KatanaViews
import KatanaTesting
import Katana
import KatanaTerminalViews
import Converter
import KatanaConsole
import KatanaViewsTesting
import Testing

@testable import ScreenExamples

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
    fitting "Temperature"
      row
        input "Celsius" = "\(celsius)"
        text "="
        input "Fahrenheit" = "\(fahrenheit)"
      column
        input "Celsius" = "\(celsius)"
        input "Fahrenheit" = "\(fahrenheit)"
    """
  }

  @Test func theFocusAndTheCaretStayWhenTheWidthChanges() throws {
    var app = try TestScreen(converterProgram, converterView)
    app.press(.tab)
    app.type("212")
    app.press(.left)
    app.handle(.resized(TerminalSize(columns: 40, rows: 12)))
    #expect(app.screen.focusedLabel == "Fahrenheit")
    app.press(.backspace)
    #expect(app.model.fahrenheit == "22")
  }
}
