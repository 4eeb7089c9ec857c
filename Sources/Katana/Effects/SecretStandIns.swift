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
