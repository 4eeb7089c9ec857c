/// Decodes one value. It is the `Decoder` that decoded types receive.
struct CompactValueDecoder: Decoder {
  let state: DecodingState
  let token: Int

  var codingPath: [any CodingKey] { state.path(to: token) }
  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard state.tokens[token].kind == .object else {
      throw state.mismatch([String: Any].self, token, expected: "an object")
    }
    return KeyedDecodingContainer(CompactKeyedDecodingContainer(state: state, object: token))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard state.tokens[token].kind == .array else {
      throw state.mismatch([Any].self, token, expected: "a list")
    }
    return CompactUnkeyedDecodingContainer(state: state, array: token)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension CompactValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { state.isNull(token) }
  func decode(_ type: Bool.Type) throws -> Bool { try state.bool(token) }
  func decode(_ type: String.Type) throws -> String { try state.text(token) }
  func decode(_ type: Double.Type) throws -> Double { try state.float(token) }
  func decode(_ type: Float.Type) throws -> Float { try state.float(token) }
  func decode(_ type: Int.Type) throws -> Int { try state.int(token) }
  func decode(_ type: Int8.Type) throws -> Int8 { try state.integer(token) }
  func decode(_ type: Int16.Type) throws -> Int16 { try state.integer(token) }
  func decode(_ type: Int32.Type) throws -> Int32 { try state.integer(token) }
  func decode(_ type: Int64.Type) throws -> Int64 { try state.integer(token) }
  func decode(_ type: Int128.Type) throws -> Int128 { try state.integer(token) }
  func decode(_ type: UInt.Type) throws -> UInt { try state.integer(token) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try state.integer(token) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try state.integer(token) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try state.integer(token) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try state.integer(token) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try state.integer(token) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try state.decode(type, token)
  }
}
