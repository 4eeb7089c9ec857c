/// The entries of an object.
struct CompactKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let state: DecodingState
  let object: Int

  var codingPath: [any CodingKey] { state.path(to: object) }
  var allKeys: [Key] {
    var keys: [Key] = []
    state.forEachKey(of: object) {
      if let key = Key(stringValue: state.string($0)) { keys.append(key) }
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { state.find(key.stringValue, in: object) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { state.isNull(try token(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try state.bool(token(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try state.text(token(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try state.float(token(key)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try state.float(token(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try state.int(token(key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try state.decode(type, token(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let token = state.find(key.stringValue, in: object)
    guard let token, !state.isAbsent(token, for: type) else { return nil }
    return try state.decode(type, token)
  }

  private func token(_ key: some CodingKey) throws -> Int {
    if let token = state.find(key.stringValue, in: object) { return token }
    throw state.keyNotFound(key, in: object)
  }

  private func integer<Integer: FixedWidthInteger>(_ key: Key) throws -> Integer {
    try state.integer(token(key))
  }

  // MARK: Nested containers

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try CompactValueDecoder(state: state, token: token(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try CompactValueDecoder(state: state, token: token(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(PathKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// The key may be missing: a superclass that encodes nothing may write no entry.
  private func superDecoder(_ key: some CodingKey) -> any Decoder {
    let token = state.find(key.stringValue, in: object)
    return CompactValueDecoder(state: state, token: token ?? DecodingState.missing)
  }
}
