import Katana

/// The encoder that values receive. It passes everything on to Foundation's, but for the values
/// that would not come back as they were; see ``ExactForm``.
struct ExactEncoder: MaskingEncoder, SingleValueEncodingContainer {
  let base: any Encoder
  /// The number of arrays and objects around the value.
  let depth: Int

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func secretWasMasked() { notes?.maskedSecrets += 1 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let base = base.container(keyedBy: type)
    return KeyedEncodingContainer(ExactKeyedEncoding(base: base, depth: depth + 1))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ExactUnkeyedEncoding(base: base.unkeyedContainer(), depth: depth + 1)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { try base.singleValue { try $0.encodeNil() } }
  // The generic function does not stand for these: they have a function that throws by default.
  func encode(_ value: Int128) throws { try base.singleValue { try $0.encode(value) } }
  func encode(_ value: UInt128) throws { try base.singleValue { try $0.encode(value) } }
  func encode<Value: Encodable>(_ value: Value) throws {
    try base.singleValue { try $0.encode(ExactValue(value: value, depth: depth)) }
  }
}

extension Encoder {
  fileprivate func singleValue(
    _ encode: (inout any SingleValueEncodingContainer) throws -> Void
  ) throws {
    var container = singleValueContainer()
    try encode(&container)
  }
}

/// A value that Foundation's encoder encodes by an ``ExactEncoder``.
struct ExactValue<Value: Encodable>: Encodable {
  let value: Value
  let depth: Int

  func encode(to encoder: any Encoder) throws {
    do { try encode(encoder) } catch {
      encoder.notes?.failed.append(encoder)
      throw error
    }
  }

  private func encode(_ encoder: any Encoder) throws {
    // Foundation's decoder reads 512 levels, and its encoder would overflow the stack.
    if depth > 500 {
      let context = EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription: "The value is nested more than 500 levels deep.")
      throw EncodingError.invalidValue(value, context)
    }
    let exact = ExactEncoder(base: encoder, depth: depth)
    let form = ExactForm[Value.self]
    if form.isPlain {
      try encoder.singleValue { try $0.encode(value) }
    } else if form == .special || form == .nested, let value = value as? any ExactlyEncodable {
      try value.encodeExactly(to: exact)
    } else {
      try value.encode(to: exact)
    }
  }
}

private struct ExactKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var base: KeyedEncodingContainer<Key>
  let depth: Int

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }
  // The generic function would do, but these types are the most frequent.
  mutating func encode(_ value: Bool, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws { try base.encode(value, forKey: key) }
  mutating func encode(_ text: String, forKey key: Key) throws {
    try base.encode(text, forKey: key)
  }
  mutating func encode(_ int: Int128, forKey key: Key) throws { try base.encode(int, forKey: key) }
  mutating func encode(_ int: UInt128, forKey key: Key) throws { try base.encode(int, forKey: key) }
  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    if ExactForm[Value.self].isPlain { return try base.encode(value, forKey: key) }
    try base.encode(ExactValue(value: value, depth: depth), forKey: key)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let nested = base.nestedContainer(keyedBy: type, forKey: key)
    return KeyedEncodingContainer(ExactKeyedEncoding<Nested>(base: nested, depth: depth + 1))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ExactUnkeyedEncoding(base: base.nestedUnkeyedContainer(forKey: key), depth: depth + 1)
  }
  mutating func superEncoder() -> any Encoder {
    ExactEncoder(base: base.superEncoder(), depth: depth)
  }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    ExactEncoder(base: base.superEncoder(forKey: key), depth: depth)
  }
}

private struct ExactUnkeyedEncoding: UnkeyedEncodingContainer {
  var base: any UnkeyedEncodingContainer
  let depth: Int

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int { base.count }

  mutating func encodeNil() throws { try base.encodeNil() }
  mutating func encode(_ value: Int128) throws { try base.encode(value) }
  mutating func encode(_ value: UInt128) throws { try base.encode(value) }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if ExactForm[Value.self].isPlain { return try base.encode(value) }
    try base.encode(ExactValue(value: value, depth: depth))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    let nested = base.nestedContainer(keyedBy: type)
    return KeyedEncodingContainer(ExactKeyedEncoding(base: nested, depth: depth + 1))
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ExactUnkeyedEncoding(base: base.nestedUnkeyedContainer(), depth: depth + 1)
  }
  mutating func superEncoder() -> any Encoder {
    ExactEncoder(base: base.superEncoder(), depth: depth)
  }
}
