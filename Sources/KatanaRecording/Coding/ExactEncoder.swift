import Katana

/// The encoder that values receive. It passes everything on to Foundation's, but for the values
/// that would not come back as they were; see ``ExactForm``.
struct ExactEncoder: MaskingEncoder, SingleValueEncodingContainer {
  let base: any Encoder
  let nesting: Nesting

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func secretWasMasked() { nesting.notes.maskedSecrets += 1 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let base = base.container(keyedBy: type)
    return KeyedEncodingContainer(ExactKeyedEncoding(base: base, nesting: nesting.deeper))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ExactUnkeyedEncoding(base: base.unkeyedContainer(), nesting: nesting.deeper)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { try base.singleValue { try $0.encodeNil() } }
  // The generic function does not stand for these: they have a function that throws by default.
  func encode(_ value: Int128) throws { try base.singleValue { try $0.encode(value) } }
  func encode(_ value: UInt128) throws { try base.singleValue { try $0.encode(value) } }
  func encode<Value: Encodable>(_ value: Value) throws {
    try base.singleValue { try $0.encode(ExactValue(value: value, nesting: nesting)) }
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

/// The place of a value or container in the value that is encoded.
struct Nesting {
  /// The number of arrays and objects around it.
  let depth: Int
  let notes: EncodingNotes

  /// The place in a container that is made at this one. Containers are made by functions that cannot
  /// throw, so one that is too deep is noted.
  var deeper: Nesting {
    // Foundation's decoder reads 512 levels, and its encoder would overflow the stack.
    if depth == 500 { notes.isTooDeep = true }
    return Nesting(depth: depth + 1, notes: notes)
  }
}

/// A value that Foundation's encoder encodes by an ``ExactEncoder``.
struct ExactValue<Value: Encodable>: Encodable {
  let value: Value
  let nesting: Nesting

  func encode(to encoder: any Encoder) throws {
    do {
      // Before, so that a value that is too deep does not overflow the stack; and after, because the
      // value may have made containers.
      try checkDepth(encoder)
      try encode(encoder)
      try checkDepth(encoder)
    } catch {
      nesting.notes.failed.append(encoder)
      throw error
    }
  }

  private func checkDepth(_ encoder: any Encoder) throws {
    if !nesting.notes.isTooDeep { return }
    let context = EncodingError.Context(
      codingPath: encoder.codingPath,
      debugDescription: "The value is nested more than 500 levels deep.")
    throw EncodingError.invalidValue(value, context)
  }

  private func encode(_ encoder: any Encoder) throws {
    let exact = ExactEncoder(base: encoder, nesting: nesting)
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
  let nesting: Nesting

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
    try base.encode(ExactValue(value: value, nesting: nesting), forKey: key)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    let nested = base.nestedContainer(keyedBy: type, forKey: key)
    return KeyedEncodingContainer(ExactKeyedEncoding<Nested>(base: nested, nesting: nesting.deeper))
  }
  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    ExactUnkeyedEncoding(base: base.nestedUnkeyedContainer(forKey: key), nesting: nesting.deeper)
  }
  mutating func superEncoder() -> any Encoder {
    ExactEncoder(base: base.superEncoder(), nesting: nesting)
  }
  mutating func superEncoder(forKey key: Key) -> any Encoder {
    ExactEncoder(base: base.superEncoder(forKey: key), nesting: nesting)
  }
}

private struct ExactUnkeyedEncoding: UnkeyedEncodingContainer {
  var base: any UnkeyedEncodingContainer
  let nesting: Nesting

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int { base.count }

  mutating func encodeNil() throws { try base.encodeNil() }
  mutating func encode(_ value: Int128) throws { try base.encode(value) }
  mutating func encode(_ value: UInt128) throws { try base.encode(value) }
  mutating func encode<Value: Encodable>(_ value: Value) throws {
    if ExactForm[Value.self].isPlain { return try base.encode(value) }
    try base.encode(ExactValue(value: value, nesting: nesting))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    let nested = base.nestedContainer(keyedBy: type)
    return KeyedEncodingContainer(ExactKeyedEncoding(base: nested, nesting: nesting.deeper))
  }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    ExactUnkeyedEncoding(base: base.nestedUnkeyedContainer(), nesting: nesting.deeper)
  }
  mutating func superEncoder() -> any Encoder {
    ExactEncoder(base: base.superEncoder(), nesting: nesting)
  }
}
