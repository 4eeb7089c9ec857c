public import Katana

// The task "Temperature Converter" of 7GUIs, https://eugenkiss.github.io/7guis/tasks#temp: two fields,
// of which each follows the other. A text that is no number changes its own field only.

/// A temperature in two fields: in degrees Celsius and in degrees Fahrenheit.
public struct TemperatureConverter: Model, Equatable {
  /// The messages of the two fields.
  public typealias Receives = ConverterMessage

  /// The text of the field for degrees Celsius.
  public var celsius: String
  /// The text of the field for degrees Fahrenheit.
  public var fahrenheit: String

  /// Creates a converter; by default, with empty fields.
  public init(celsius: String = "", fahrenheit: String = "") {
    (self.celsius, self.fahrenheit) = (celsius, fahrenheit)
  }
}

/// The messages of the two fields.
public enum ConverterMessage: Message, Equatable {
  /// The user has changed the text of the field for degrees Celsius.
  case celsiusChanged(String)
  /// The user has changed the text of the field for degrees Fahrenheit.
  case fahrenheitChanged(String)
}

/// Writes into one field what the user types into the other one.
public struct ConverterUpdater: TypedUpdater {
  /// Creates the updater.
  public init() {}

  /// Keeps the text of the user as it is, and changes the other field if the text is a number.
  public func update(
    model: inout TemperatureConverter, message: ConverterMessage
  ) -> [any Command] {
    switch message {
    case .celsiusChanged(let text):
      model.celsius = text
      if let celsius = Degrees(text) { model.fahrenheit = celsius.inFahrenheit.text }
    case .fahrenheitChanged(let text):
      model.fahrenheit = text
      if let fahrenheit = Degrees(text) { model.celsius = fahrenheit.inCelsius.text }
    }
    return []
  }
}

/// The whole app, with empty fields.
public let converterProgram = Program(model: TemperatureConverter(), ConverterUpdater())
