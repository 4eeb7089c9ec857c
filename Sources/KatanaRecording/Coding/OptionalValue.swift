/// Any optional.
protocol OptionalValue {
  static var wrapped: Any.Type { get }
}

extension Optional: OptionalValue {
  static var wrapped: Any.Type { Wrapped.self }
}

/// An optional of an optional: `null`, or its value in brackets, so that `.some(nil)` is not `nil`.
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

/// See ``NestedOptionalEncodable``.
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
