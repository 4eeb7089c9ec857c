import ExamplePrograms
import KatanaConsole

/// The style of text on an output device.
public struct Style: Hashable, Codable, Sendable {
  /// Whether the device supports colours.
  public var hasColor: Bool
  /// The number of columns, into which tables and paragraphs fit; `nil` for a pipe or a file.
  public var width: Int?
  /// Whether each output is one line of JSON.
  public var isJSON: Bool

  /// Creates a style with or without colours.
  public init(hasColor: Bool, width: Int? = nil, isJSON: Bool = false) {
    self.hasColor = hasColor
    self.width = width
    self.isJSON = isJSON
  }

  /// The style without colours, for pipes, files and tests.
  public static let plain = Style(hasColor: false)

  /// Returns a text with the codes of an emphasis, if there are colours.
  public func callAsFunction(_ text: String, _ emphasis: Emphasis?) -> String {
    guard let emphasis, hasColor, !text.isEmpty else { return text }
    return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
  }
}

/// The kinds of emphasis, with their escape codes.
public enum Emphasis: String, Hashable, Sendable {
  /// A title.
  case strong = "1"
  /// Something that is less important than what is around it.
  case faint = "2"
  /// A failure.
  case bad = "31"
  /// A success.
  case good = "32"
  /// Something that can be typed or opened.
  case link = "36"
}

extension String {
  /// The text without what controls a terminal, and without what nobody sees. Texts of other users are
  /// not trusted.
  public var printable: String { TerminalText.visible(self) }
}
