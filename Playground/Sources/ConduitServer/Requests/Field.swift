/// A field of an object in JSON: it may be left out, be `null`, or have a value.
///
/// An optional cannot tell the first two apart, and they differ when something is changed: a field
/// that is left out stays as it is.
enum Field<Value: Codable & Equatable & Sendable>: Equatable, Sendable {
  /// The field is left out.
  case missing
  /// The field is `null`.
  case null
  /// The field has a value.
  case value(Value)

  /// The value; `nil` if there is none.
  var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension Field: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .value(let value) = self {
      try container.encode(value)
    } else {
      try container.encodeNil()
    }
  }
}

// The compiler's code for `Codable` calls these functions for each property of the type `Field`.

extension KeyedDecodingContainer {
  func decode<Value>(_ type: Field<Value>.Type, forKey key: Key) throws -> Field<Value> {
    guard contains(key) else { return .missing }
    if try decodeNil(forKey: key) { return .null }
    return .value(try decode(Value.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  mutating func encode<Value>(_ field: Field<Value>, forKey key: Key) throws {
    switch field {
    case .missing: break
    case .null: try encodeNil(forKey: key)
    case .value(let value): try encode(value, forKey: key)
    }
  }
}
