/// The entries of an object.
struct CompactKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let state: EncodingState
  let place: EncodingState.Place

  var codingPath: [any CodingKey] { state.path(to: place) }

  func encodeNil(forKey key: Key) throws {
    try state.begin(key, in: place)
    state.bytes.appendNull()
  }
  func encode(_ value: Bool, forKey key: Key) throws {
    try state.begin(key, in: place)
    state.bytes.append(value)
  }
  func encode(_ value: String, forKey key: Key) throws {
    try state.begin(key, in: place)
    state.bytes.appendQuoted(value)
  }
  func encode(_ value: Double, forKey key: Key) throws { try float(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try float(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    guard let mark = state.mark(place) else { throw EncodingState.Interrupted() }
    do {
      try state.begin(key, in: place)
      try state.encodeNested(value, in: place)
    } catch {
      state.undo(to: mark, in: place)
      throw error
    }
  }

  private func float(_ value: some RecordedFloat, _ key: Key) throws {
    try state.begin(key, in: place)
    state.bytes.append(value)
  }

  private func integer(_ value: some FixedWidthInteger, _ key: Key) throws {
    try state.begin(key, in: place)
    state.bytes.appendInteger(value)
  }

  // MARK: Nested containers

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(
      CompactKeyedEncodingContainer<Nested>(state: state, place: push(.object, key)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    CompactUnkeyedEncodingContainer(state: state, place: push(.array, key))
  }

  func superEncoder() -> any Encoder {
    CompactValueEncoder(state: state, place: push(.empty, PathKey.super))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    CompactValueEncoder(state: state, place: push(.empty, key))
  }

  private func push(
    _ kind: EncodingState.Slot.Kind, _ key: some CodingKey
  ) -> EncodingState.Place {
    // The state keeps an error until the end, because the callers cannot throw.
    guard (try? state.begin(key, in: place)) != nil else { return .void }
    return state.pushNested(kind, in: place)
  }
}
