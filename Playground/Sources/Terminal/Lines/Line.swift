public import Katana

/// A line that the user has entered. Its text and the password in it are separate.
public struct Line: Hashable, Codable, Sendable {
  /// The line without the part that may be a password.
  public var text: String
  /// The part after the text that may be a password; `nil` if there is none.
  public var password: Secret<String>?

  /// Creates a line from its parts. ``Instructions/line(_:)`` splits what was entered.
  public init(_ text: String, password: Secret<String>? = nil) {
    self.text = text
    self.password = password
  }
}

/// The meaning of a line.
public enum Meaning {
  /// The line is empty, or a comment that begins with `#`.
  case nothing
  /// The line requests something. The message says what.
  case message(any Message, isAwaited: Bool)
  /// The line requests something, and its password is missing.
  case passwordWanted
  /// The line is not valid. The text names the error and its fix, in one line.
  case mistake(String)
}
