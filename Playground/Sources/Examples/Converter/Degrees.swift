/// A temperature as a number, in one of the two scales.
struct Degrees: Equatable {
  let value: Double

  init(_ value: Double) { self.value = value }

  /// Reads a decimal number; `nil` if the text is something else, or no temperature that anything
  /// has. `Double` would also take `nan`, `infinity` and hexadecimal numbers.
  init?(_ text: String) {
    let text = text.drop { $0 == " " }
    guard text.allSatisfy({ "+-.0123456789".contains($0) }), let value = Double(text),
      abs(value) < 1e12
    else { return nil }
    self.value = value
  }

  var inFahrenheit: Degrees { Degrees(value * 9 / 5 + 32) }
  var inCelsius: Degrees { Degrees((value - 32) * 5 / 9) }

  /// The number with at most two digits after the point, and none where it is whole.
  var text: String {
    // The sum turns -0 into 0.
    let rounded = (value * 100).rounded() / 100 + 0
    return rounded == rounded.rounded() ? "\(rounded)".withoutSuffix(".0") : "\(rounded)"
  }
}

extension String {
  fileprivate func withoutSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
