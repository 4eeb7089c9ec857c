import Katana

/// Encodes one value into a slot. It is the `Encoder` that encoded types receive.
struct CompactValueEncoder: Encoder, MaskingEncoder {
  let state: EncodingState
  let place: EncodingState.Place

  var codingPath: [any CodingKey] { state.path(to: place) }
  var userInfo: [CodingUserInfoKey: Any] { state.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(CompactKeyedEncodingContainer(state: state, place: open(.object)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    CompactUnkeyedEncodingContainer(state: state, place: open(.array))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func secretWasMasked() { state.maskedSecrets += 1 }

  /// Makes the slot an object or array. If it is one already, continues it, because a class and its
  /// superclass may share a container.
  private func open(_ kind: EncodingState.Slot.Kind) -> EncodingState.Place {
    guard state.select(place) else { return .void }
    let index = Int(place.index)
    if state.slots[index].kind == kind { return place }
    guard state.slots[index].kind == .empty else {
      state.fail("Values of two kinds are encoded in one place.", at: place.index)
      return .void
    }
    state.slots[index].kind = kind
    state.bytes.append(kind == .object ? ASCII.openBrace : ASCII.openBracket)
    return place
  }
}

extension CompactValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws {
    try state.beginScalar(in: place)
    state.bytes.appendNull()
  }
  func encode(_ value: Bool) throws {
    try state.beginScalar(in: place)
    state.bytes.append(value)
  }
  func encode(_ value: String) throws {
    try state.beginScalar(in: place)
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

  func encode<Value: Encodable>(_ value: Value) throws { try state.encode(value, in: place) }

  private func float(_ value: some RecordedFloat) throws {
    try state.beginScalar(in: place)
    state.bytes.append(value)
  }

  private func integer(_ value: some FixedWidthInteger) throws {
    try state.beginScalar(in: place)
    state.bytes.appendInteger(value)
  }
}
