/// How text looks on the device that shows it.
public struct Style: Hashable, Codable, Sendable {
  /// Whether the device understands colours.
  public var hasColor: Bool

  /// A style with or without colours.
  public init(hasColor: Bool) { self.hasColor = hasColor }

  /// No colours: for pipes, files and tests.
  public static let plain = Style(hasColor: false)

  /// What stands out, and how.
  enum Emphasis: String {
    case strong = "1"
    case faint = "2"
    case bad = "31"
    case good = "32"
    case link = "36"
  }

  func callAsFunction(_ text: String, _ emphasis: Emphasis) -> String {
    hasColor && !text.isEmpty ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text without what could take control of a terminal: texts of others are not to be trusted.
  var printable: String {
    String(
      String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }
}
