/// A value that must never be shown, such as a password or a token.
///
/// A secret prints and dumps as `•••`, at any depth of another value, and its mirror has no
/// children. Encoding it throws an error unless the encoder has a ``SecretEncoding``. The value can
/// be read only by ``revealed``.
///
/// ```swift
/// struct LogIn: Command { var email: String; var password: Secret<String> }
/// print(LogIn(email: "a@b.c", password: Secret("hunter2")))
/// // LogIn(email: "a@b.c", password: •••)
/// ```
public struct Secret<Value: Sendable>: Sendable {
  /// The value itself. Pass it to the system that needs it, and to nothing that prints.
  public let revealed: Value

  /// Creates a secret that hides a value.
  public init(_ value: Value) { self.revealed = value }
}

extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package static var mask: String { "•••" }
  /// `•••`.
  public var description: String { Self.mask }
  /// `•••`.
  public var debugDescription: String { Self.mask }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The form in which an encoder writes each ``Secret``.
///
/// ```swift
/// let encoder = JSONEncoder()
/// encoder.userInfo[.secrets] = SecretEncoding.revealed
/// let body = try encoder.encode(LogInBody(email: email, password: password))
/// ```
public enum SecretEncoding: Sendable {
  /// The value: for the body of a request, or a file that only its owner can read.
  case revealed
  /// `•••`: for a recording, from which the value cannot be read back.
  case masked
}

extension CodingUserInfoKey {
  /// The key of the ``SecretEncoding`` in the `userInfo` of an encoder.
  public static let secrets = CodingUserInfoKey(rawValue: "katana.secrets")!
}

extension Secret: Encodable where Value: Encodable {
  /// Encodes the value or `•••`, according to the ``SecretEncoding`` of the encoder.
  ///
  /// - Throws: An `EncodingError` with the path if the encoder has no ``SecretEncoding``. Otherwise
  ///   `•••` could be sent or stored in place of the value without notice. No error holds the value.
  public func encode(to encoder: any Encoder) throws {
    func failed(_ text: String) -> EncodingError {
      .invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: text))
    }
    var container = encoder.singleValueContainer()
    switch encoder.userInfo[.secrets] as? SecretEncoding {
    case .revealed:
      do { try container.encode(revealed) } catch {
        throw failed("The value of a secret, of the type \(Value.self), cannot be encoded.")
      }
    case .masked:
      try container.encode(description)
      (encoder as? any MaskingEncoder)?.secretWasMasked()
    case nil:
      let path = encoder.codingPath.map(\.stringValue).joined(separator: ".")
      throw failed(
        "The secret\(path.isEmpty ? "" : " \(path)") was not encoded, because the encoder has no "
          + "`SecretEncoding`. To fix this, set `encoder.userInfo[.secrets]` to "
          + "`SecretEncoding.revealed` or `.masked`, or leave the secret out.")
    }
  }
}

extension Secret: Decodable where Value: Decodable {
  /// Creates a secret from the plain value, so that the answer of a server can contain a secret.
  ///
  /// - Throws: A `DecodingError` with the path if there is no such value. It does not hold what is there.
  public init(from decoder: any Decoder) throws {
    if let standIn = try Self.standIn(from: decoder) {
      self.init(standIn)
      return
    }
    do { self.init(try decoder.singleValueContainer().decode(Value.self)) } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "The value of a secret is not of the type \(Value.self)."))
    }
  }
}

/// An encoder that is notified when a ``Secret`` writes `•••` instead of its value.
package protocol MaskingEncoder: Encoder {
  /// Called after a secret has written `•••`.
  func secretWasMasked()
}

/// Makes substitutes for the values of masked secrets, so that a replay can decode them.
///
/// The `userInfo` of a decoder contains it under `CodingUserInfoKey.secretStandIns`. Only one
/// thread at a time may use it.
package final class SecretStandIns: @unchecked Sendable {
  // Sendable, because the values of `userInfo` must be. Safe, because only one thread at
  // a time uses it.

  /// The number of stand-ins that were made since the last ``reset()``.
  package private(set) var count = 0
  private let make: (Any.Type) -> Any?

  /// - Parameter make: Returns the stand-in for a type, or `nil` if there is none.
  package init(make: @escaping (Any.Type) -> Any?) { self.make = make }

  package func reset() { count = 0 }

  fileprivate func standIn<Value>(_ type: Value.Type) -> Value? {
    guard let value = make(type) as? Value else { return nil }
    count += 1
    return value
  }
}

extension CodingUserInfoKey {
  package static let secretStandIns = CodingUserInfoKey(rawValue: "katana.secretStandIns")!
}

extension Secret {
  /// Returns a stand-in for the value if the decoder makes stand-ins and finds `•••`; otherwise
  /// `nil`.
  ///
  /// - Throws: A `DecodingError` if the value was masked and its type has no stand-in.
  static func standIn(from decoder: any Decoder) throws -> Value? {
    guard let standIns = decoder.userInfo[.secretStandIns] as? SecretStandIns,
      let text = try? decoder.singleValueContainer().decode(String.self), text == mask
    else { return nil }
    if let value = standIns.standIn(Value.self) { return value }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: """
          The secret was masked, and a value of type \(Value.self) has no substitute: only texts \
          and bytes have one. To fix this, keep the secret as `Secret<String>`, or do not replay \
          this message.
          """))
  }
}
