public import Katana

/// The body of a request, as data that can be compared and printed: a secret in it prints as `•••`.
public enum JSON: Hashable, Sendable {
  /// A text.
  case string(String)
  /// A text that must never be shown.
  case secret(Secret<String>)
  /// Values in order.
  case array([JSON])
  /// Values by name.
  case object([String: JSON])
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// An object; the last of two equal names wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
