/// The elements of an array.
struct CompactUnkeyedDecodingContainer: UnkeyedDecodingContainer {
  let state: DecodingState
  private let array: UInt32
  private var next: UInt32
  private(set) var currentIndex = 0

  init(state: DecodingState, array: Int) {
    self.state = state
    self.array = UInt32(truncatingIfNeeded: array)
    next = self.array + 1
  }

  var codingPath: [any CodingKey] { state.path(to: Int(array)) }
  var count: Int? { Int(state.tokens[Int(array)].count) }
  var isAtEnd: Bool { next >= state.tokens[Int(array)].next }

  /// Decodes the next element, and moves to the following one unless `decode` throws.
  private mutating func element<Value>(
    _ type: Value.Type = Value.self, _ decode: (DecodingState, Int) throws -> Value
  ) throws -> Value {
    if isAtEnd { throw state.listEnds(type, Int(array), currentIndex) }
    let value = try decode(state, Int(next))
    next = state.tokens[Int(next)].next
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    if isAtEnd { throw state.listEnds(Any?.self, Int(array), currentIndex) }
    guard state.isNull(Int(next)) else { return false }
    return try element { _, _ in true }
  }
  mutating func decode(_ type: Bool.Type) throws -> Bool { try element { try $0.bool($1) } }
  mutating func decode(_ type: String.Type) throws -> String { try element { try $0.text($1) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try element { try $0.float($1) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try element { try $0.float($1) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try element { try $0.decode(type, $1) }
  }

  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if isAtEnd { return nil }
    if state.isAbsent(Int(next), for: type) { return try element { _, _ in nil } }
    return try decode(type)
  }

  private mutating func integer<Integer: FixedWidthInteger>() throws -> Integer {
    try element { try $0.integer($1) }
  }

  // MARK: Nested containers

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    try element { try CompactValueDecoder(state: $0, token: $1).container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try element { try CompactValueDecoder(state: $0, token: $1).unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try element { CompactValueDecoder(state: $0, token: $1) }
  }
}

extension DecodingState {
  func listEnds(_ type: Any.Type, _ array: Int, _ index: Int) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: path(to: array) + [PathKey(index: index)],
        debugDescription: "The list ends before this element."))
  }
}
