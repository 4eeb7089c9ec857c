/// A value that must never be shown: a password, a token.
///
/// It prints, dumps and mirrors as `•••`, wherever it sits, and refuses to be encoded unless the
/// encoder says what it wants; see ``SecretEncoding``. Who needs the value asks for it by name.
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
  static var mask: String { "•••" }
  /// `•••`.
  public var description: String { Self.mask }
  /// `•••`.
  public var debugDescription: String { Self.mask }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What becomes of secrets that are encoded.
///
/// ```swift
/// let encoder = JSONEncoder()
/// encoder.userInfo[.secrets] = SecretEncoding.revealed
/// let body = try encoder.encode(LogInBody(email: email, password: password))
/// ```
public enum SecretEncoding: Sendable {
  /// The values are written: for the body of a request, or a file that only its owner can read.
  case revealed
  /// `•••` is written: for a recording, which cannot be read back then.
  case masked
}

extension CodingUserInfoKey {
  /// The ``SecretEncoding`` of an encoder.
  public static let secrets: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "katana.secrets") else {
      preconditionFailure("every text is a key")
    }
    return key
  }()
}

extension Secret: Encodable where Value: Encodable {
  /// Encodes the value or `•••`, as the encoder's ``SecretEncoding`` says.
  ///
  /// - Throws: `EncodingError` with the path, if the encoder says nothing: a secret that was masked
  ///   without a word would be sent or stored as `•••`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch encoder.userInfo[.secrets] as? SecretEncoding {
    case .revealed: try container.encode(revealed)
    case .masked:
      try container.encode(description)
      (encoder as? any MaskingEncoder)?.secretWasMasked()
    case nil:
      let path = encoder.codingPath.map(\.stringValue).joined(separator: ".")
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath,
          debugDescription:
            "The secret \(path) is to be encoded. To fix this, set `encoder.userInfo[.secrets]` to "
            + "`SecretEncoding.revealed` or `.masked`, or leave the secret out."))
    }
  }
}

extension Secret: Decodable where Value: Decodable {
  /// Decodes the plain value, so that the answer of a server can hold a secret.
  public init(from decoder: any Decoder) throws {
    if let standIn = try Self.standIn(from: decoder) {
      self.init(standIn)
    } else {
      self.init(try decoder.singleValueContainer().decode(Value.self))
    }
  }
}
