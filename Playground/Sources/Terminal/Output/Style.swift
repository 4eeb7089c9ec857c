import KatanaConsole

/// The style of text on an output device.
public struct Style: Hashable, Codable, Sendable {
  /// Whether the device supports colours.
  public var hasColor: Bool

  /// Creates a style with or without colours.
  public init(hasColor: Bool) { self.hasColor = hasColor }

  /// The style without colours, for pipes, files and tests.
  public static let plain = Style(hasColor: false)

  /// The kinds of emphasis, with their escape codes.
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
  /// The text without what controls a terminal. Texts of other users are not trusted.
  var printable: String { TerminalText.plain(self) }
}
