import KatanaViews

/// The question for the background of a terminal (OSC 11), and its answer.
enum TerminalBackground {
  static let question = "\u{1B}]11;?\u{1B}\\"

  /// Returns the colour in an answer such as `ESC ] 11 ; rgb:ffff/ffff/ffff ESC \`, whose parts have one
  /// to four digits; `nil` if the bytes are another answer.
  static func color(in answer: [UInt8]) -> RGBColor? {
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix("\u{1B}]11;rgb"), let colon = text.firstIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...].prefix { $0 == "/" || $0.isHexDigit }
    let parts = digits.split(separator: "/", omittingEmptySubsequences: false).compactMap(part)
    // `rgba:` has a fourth one.
    return parts.count < 3 ? nil : RGBColor(red: parts[0], green: parts[1], blue: parts[2])
  }

  private static func part(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), let number = Int(digits, radix: 16) else { return nil }
    return UInt8(number * 255 / ((1 << (4 * digits.count)) - 1))
  }
}
