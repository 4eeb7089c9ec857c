/// A value that Foundation's decoder decodes by an ``ExactDecoder``.
struct ExactlyDecoded<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    switch ExactForm[Value.self] {
    case .plain: value = try decoder.singleValueContainer().decode(Value.self)
    case .conformance, .optional: value = try Value(from: ExactDecoder(decoder))
    case .floats, .nested, .special:
      // A list of numbers is not special, but its elements are. So is a set, when it is encoded.
      guard let special = Value.self as? any ExactlyDecodable.Type else {
        value = try Value(from: ExactDecoder(decoder))
        return
      }
      value = try special.init(exactly: decoder) as! Value
    }
  }
}

/// The decoder that values receive. It passes everything on to Foundation's, but for the values
/// that an ``ExactEncoder`` writes in another form.
struct ExactDecoder: Decoder, SingleValueDecodingContainer {
  let base: any Decoder
  init(_ base: any Decoder) { self.base = base }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ExactKeyedDecoding(base: try base.container(keyedBy: type)))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ExactUnkeyedDecoding(base: try base.unkeyedContainer())
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { (try? base.singleValueContainer().decodeNil()) ?? false }
  // The generic function does not stand for these: they have a function that throws by default.
  func decode(_ type: Int128.Type) throws -> Int128 {
    try base.singleValueContainer().decode(type)
  }
  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try base.singleValueContainer().decode(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try base.singleValueContainer().decode(ExactlyDecoded<Value>.self).value
  }
}

private struct ExactKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<Key>

  var codingPath: [any CodingKey] { base.codingPath }
  var allKeys: [Key] { base.allKeys }

  func contains(_ key: Key) -> Bool { base.contains(key) }
  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: key) }
  // The generic functions would do, but these types are the most frequent.
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try base.decode(type, forKey: key)
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try base.decode(type, forKey: key)
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try base.decode(type, forKey: key)
  }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try base.decode(type, forKey: key)
  }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try base.decode(type, forKey: key)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try base.decodeIfPresent(type, forKey: key)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try base.decodeIfPresent(type, forKey: key)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    switch ExactForm[type] {
    case .plain: return try base.decode(type, forKey: key)
    case .floats: if let value = try? base.decode(type, forKey: key) { return value }
    case .optional, .nested, .special, .conformance: break
    }
    return try base.decode(ExactlyDecoded<Value>.self, forKey: key).value
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let form = ExactForm[type]
    // `null` is a value of an optional.
    if form == .optional || form == .nested {
      return contains(key) ? try decode(type, forKey: key) : nil
    }
    return try base.decodeIfPresent(ExactlyDecoded<Value>.self, forKey: key)?.value
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let nested = try base.nestedContainer(keyedBy: type, forKey: key)
    return KeyedDecodingContainer(ExactKeyedDecoding<Nested>(base: nested))
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    ExactUnkeyedDecoding(base: try base.nestedUnkeyedContainer(forKey: key))
  }
  func superDecoder() throws -> any Decoder { ExactDecoder(try base.superDecoder()) }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    ExactDecoder(try base.superDecoder(forKey: key))
  }
}

private struct ExactUnkeyedDecoding: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try base.decode(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try base.decode(type) }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if ExactForm[type] == .plain { return try base.decode(type) }
    return try base.decode(ExactlyDecoded<Value>.self).value
  }
  mutating func decodeIfPresent<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    if isAtEnd { return nil }
    // `null` is a value of an optional.
    if ![.optional, .nested].contains(ExactForm[type]), try decodeNil() { return nil }
    return try decode(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let nested = try base.nestedContainer(keyedBy: type)
    return KeyedDecodingContainer(ExactKeyedDecoding(base: nested))
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    ExactUnkeyedDecoding(base: try base.nestedUnkeyedContainer())
  }
  mutating func superDecoder() throws -> any Decoder { ExactDecoder(try base.superDecoder()) }
}
