import Examples
import KatanaTesting
import Testing

@Suite struct ConverterTests {
  private let test = StepTest(converterProgram)

  @Test(arguments: [
    ("0", "32"), ("100", "212"), ("-40", "-40"), ("36.6", "97.88"), (" 5", "41"), ("+5", "41"),
    ("-17.78", "0"), ("1000000", "1800032"), ("0.1", "32.18"),
  ])
  func fahrenheitFollowsCelsius(celsius: String, fahrenheit: String) {
    test.send(.celsiusChanged(celsius)) {
      $0 = TemperatureConverter(celsius: celsius, fahrenheit: fahrenheit)
    }
  }

  @Test(arguments: [
    ("32", "0"), ("212", "100"), ("-40", "-40"), ("98.6", "37"), ("100", "37.78"), ("31.999", "0"),
  ])
  func celsiusFollowsFahrenheit(fahrenheit: String, celsius: String) {
    test.send(.fahrenheitChanged(fahrenheit)) {
      $0 = TemperatureConverter(celsius: celsius, fahrenheit: fahrenheit)
    }
  }

  @Test(arguments: ["", " ", "-", "warm", "5 C", "1e3", "0x10", "nan", "inf", "1.2.3", "--5"])
  func aTextThatIsNoNumberLeavesTheOtherField(text: String) {
    test.send(.celsiusChanged("5")) {
      $0 = TemperatureConverter(celsius: "5", fahrenheit: "41")
    }
    test.send(.celsiusChanged(text)) { $0.celsius = text }
    test.send(.fahrenheitChanged("50")) {
      $0 = TemperatureConverter(celsius: "10", fahrenheit: "50")
    }
    test.send(.fahrenheitChanged(text)) { $0.fahrenheit = text }
  }

  @Test func theFieldInWhichTheUserTypesIsNotRewritten() {
    test.send(.celsiusChanged("005.")) {
      $0 = TemperatureConverter(celsius: "005.", fahrenheit: "41")
    }
  }

  @Test(arguments: [12, 308, 400])
  func aNumberThatIsNoTemperatureLeavesTheOtherField(digits: Int) {
    let text = String(repeating: "9", count: digits)
    test.send(.celsiusChanged("1" + text)) { $0.celsius = "1" + text }
    test.send(.fahrenheitChanged("-1" + text)) { $0.fahrenheit = "-1" + text }
  }
}
