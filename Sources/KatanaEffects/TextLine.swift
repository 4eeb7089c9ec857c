import Katana

/// A line of text without its terminator (`\n` or `\r\n`).
public struct TextLine: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The text. Bytes that are not UTF-8 are replaced with U+FFFD.
  public var text: String
  /// Whether the line was longer than the limit, so that its end is missing.
  public var isCut: Bool

  /// Creates a line.
  public init(_ text: String, isCut: Bool = false) { (self.text, self.isCut) = (text, isCut) }
  /// Creates a line that is not cut.
  public init(stringLiteral text: String) { self.init(text) }
}

extension TextLine: OwnSource {
  /// The text, and whether it was cut.
  package var sourceArguments: [(label: String?, value: Any)] {
    [(nil, text)] + (isCut ? [("isCut", true)] : [])
  }
}
