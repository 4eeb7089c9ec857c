/// Any optional type.
protocol OptionalValue {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
  static var wrapped: Any.Type { Wrapped.self }
}

/// An optional of an optional. It is written as `null`, or as its value in brackets, so that
/// `.some(nil)` differs from `nil`.
protocol NestedOptionalEncodable {
  func encode(to state: EncodingState, _ place: EncodingState.Place) throws
}

extension Optional: NestedOptionalEncodable where Wrapped: Encodable {
  func encode(to state: EncodingState, _ place: EncodingState.Place) throws {
    guard let self else {
      try state.beginScalar(in: place)
      return state.bytes.appendNull()
    }
    var container = CompactValueEncoder(state: state, place: place).unkeyedContainer()
    try container.encode(self)
  }
}

/// An optional of an optional, in the form that ``NestedOptionalEncodable`` writes.
protocol NestedOptionalDecodable {
  static func decode(from state: DecodingState, _ token: Int) throws -> Any
}

extension Optional: NestedOptionalDecodable where Wrapped: Decodable {
  static func decode(from state: DecodingState, _ token: Int) throws -> Any {
    if state.isNull(token) { return Self.none as Any }
    var container = try CompactValueDecoder(state: state, token: token).unkeyedContainer()
    let value = try container.decode(Wrapped.self)
    guard container.isAtEnd else {
      throw state.mismatch(Self.self, token, expected: "an optional with one value in brackets")
    }
    return Self.some(value) as Any
  }
}
