/// The elements of an array.
struct CompactUnkeyedEncodingContainer: UnkeyedEncodingContainer {
  let state: EncodingState
  let place: EncodingState.Place

  var codingPath: [any CodingKey] { state.path(to: place) }
  var count: Int { state.count(of: place) }

  func encodeNil() throws {
    try state.beginElement(in: place)
    state.bytes.appendNull()
  }
  func encode(_ value: Bool) throws {
    try state.beginElement(in: place)
    state.bytes.append(value)
  }
  func encode(_ value: String) throws {
    try state.beginElement(in: place)
    state.bytes.appendQuoted(value)
  }
  func encode(_ value: Double) throws { try float(value) }
  func encode(_ value: Float) throws { try float(value) }
  func encode(_ value: Int) throws { try integer(value) }
  func encode(_ value: Int8) throws { try integer(value) }
  func encode(_ value: Int16) throws { try integer(value) }
  func encode(_ value: Int32) throws { try integer(value) }
  func encode(_ value: Int64) throws { try integer(value) }
  func encode(_ value: Int128) throws { try integer(value) }
  func encode(_ value: UInt) throws { try integer(value) }
  func encode(_ value: UInt8) throws { try integer(value) }
  func encode(_ value: UInt16) throws { try integer(value) }
  func encode(_ value: UInt32) throws { try integer(value) }
  func encode(_ value: UInt64) throws { try integer(value) }
  func encode(_ value: UInt128) throws { try integer(value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    guard let mark = state.mark(place) else { throw EncodingState.Interrupted() }
    do {
      try state.beginElement(in: place)
      try state.encodeNested(value, in: place)
    } catch {
      state.undo(to: mark, in: place)
      throw error
    }
  }

  private func float(_ value: some RecordedFloat) throws {
    try state.beginElement(in: place)
    state.bytes.append(value)
  }

  private func integer(_ value: some FixedWidthInteger) throws {
    try state.beginElement(in: place)
    state.bytes.appendInteger(value)
  }

  // MARK: Nested containers

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(
      CompactKeyedEncodingContainer<Nested>(state: state, place: push(.object)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    CompactUnkeyedEncodingContainer(state: state, place: push(.array))
  }

  func superEncoder() -> any Encoder {
    CompactValueEncoder(state: state, place: push(.empty))
  }

  private func push(_ kind: EncodingState.Slot.Kind) -> EncodingState.Place {
    // The state keeps an error until the end, because the callers cannot throw.
    guard (try? state.beginElement(in: place)) != nil else { return .void }
    return state.pushNested(kind, in: place)
  }
}
