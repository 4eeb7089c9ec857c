/// A value that must never be shown: a password, a token.
///
/// It prints, dumps, mirrors and encodes as `•••`, wherever it sits. Who needs the value asks for
/// it by name.
///
/// ```swift
/// struct LogIn: Command { var email: String; var password: Secret<String> }
/// print(LogIn(email: "a@b.c", password: Secret("hunter2")))  // LogIn(email: "a@b.c", password: •••)
/// ```
public struct Secret<Value: Sendable>: Sendable {
  /// The value itself. Hand it to the system that needs it, and to nothing that prints.
  public let revealed: Value

  /// Hides a value.
  public init(_ value: Value) { self.revealed = value }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `•••`.
  public var description: String { "•••" }
  /// `•••`.
  public var debugDescription: String { "•••" }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret: Encodable {
  /// Encodes `•••`, never the value: a recording must not hold secrets.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the plain value, so that the answer of a server can hold a secret.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }
}
