/// An encoder that wants to know when a ``Secret`` writes `•••` instead of its value.
package protocol MaskingEncoder: Encoder {
  func secretWasMasked()
}

/// Lets a decoder make secrets out of `•••`, for a replay, which has no others.
///
/// A decoder's `userInfo` holds it under `CodingUserInfoKey.secretStandIns`. It is used by one thread
/// at a time.
package final class SecretStandIns: @unchecked Sendable {
  // Sendable to be a value of `userInfo`; who decodes uses it on one thread at a time.

  /// How many stand-ins were made.
  package private(set) var count = 0
  private let make: (Any.Type) -> Any?

  /// - Parameter make: Returns the stand-in of a type, or `nil` if there is none.
  package init(make: @escaping (Any.Type) -> Any?) { self.make = make }

  package func reset() { count = 0 }

  fileprivate func standIn<Value>(_ type: Value.Type) -> Value? {
    guard let value = make(type) as? Value else { return nil }
    count += 1
    return value
  }
}

extension CodingUserInfoKey {
  package static let secretStandIns: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "katana.secretStandIns") else {
      preconditionFailure("every text is a key")
    }
    return key
  }()
}

extension Secret {
  /// The stand-in for a value that was masked, if the decoder makes stand-ins and finds a mask.
  static func standIn(from decoder: any Decoder) throws -> Value? {
    guard let standIns = decoder.userInfo[.secretStandIns] as? SecretStandIns,
      let text = try? decoder.singleValueContainer().decode(String.self), text == mask
    else { return nil }
    if let value = standIns.standIn(Value.self) { return value }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: """
          The secret was masked, and a \(Value.self) cannot be made up: only texts and bytes can. To \
          fix this, keep the secret as `Secret<String>`, or do not replay this message.
          """))
  }
}
