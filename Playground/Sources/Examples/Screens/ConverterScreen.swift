import KatanaViews

func converterView(_ model: TemperatureConverter) -> ViewOf<TemperatureConverter> {
  let celsius: ViewOf<TemperatureConverter> = .input(
    "Celsius", model.celsius, ConverterMessage.celsiusChanged)
  let fahrenheit: ViewOf<TemperatureConverter> = .input(
    "Fahrenheit", model.fahrenheit, ConverterMessage.fahrenheitChanged)
  // Both have the same key, so that the focus stays in its field when the width changes.
  return .column([
    .fitting([
      .row([celsius.key("celsius"), .text("="), fahrenheit.key("fahrenheit")]).key("fields"),
      .column([celsius.key("celsius"), fahrenheit.key("fahrenheit")]).key("fields"),
    ])
    .padding(1).border().label("Temperature"),
    .keyHelp,
  ])
}
