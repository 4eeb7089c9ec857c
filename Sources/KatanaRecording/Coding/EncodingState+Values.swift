#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EncodingState {
  // MARK: Into a container

  /// Begins an entry of an object.
  func begin(_ key: some CodingKey, in place: Place) throws {
    guard select(place) else { throw Interrupted() }
    let index = Int(place.index)
    if slots[index].count > 0 { bytes.append(ASCII.comma) }
    slots[index].count += 1
    let start = bytes.count
    bytes.appendQuoted(key.stringValue)
    try record(key, from: start, in: index)
    bytes.append(ASCII.colon)
  }

  /// Begins an element of an array.
  func beginElement(in place: Place) throws {
    guard select(place) else { throw Interrupted() }
    let index = Int(place.index)
    if slots[index].count > 0 { bytes.append(ASCII.comma) }
    slots[index].count += 1
  }

  /// Begins the only value of a slot.
  func beginScalar(in place: Place) throws {
    guard select(place) else { throw Interrupted() }
    guard slots[Int(place.index)].kind == .empty else {
      fail("A second value is encoded where there is one already.", at: place.index)
      throw Interrupted()
    }
    slots[Int(place.index)].kind = .scalar
  }

  /// Returns the name of the entry or element that was begun last in a container.
  func lastName(in place: Place) -> Name {
    let slot = slots[Int(place.index)]
    if slot.kind == .array { return .index(Int(slot.count) - 1) }
    guard let key = keys.last else { return .none }
    return .key(key.start, key.end)
  }

  /// Begins a value as the entry or element that was begun last in a container.
  func pushNested(_ kind: Slot.Kind, in parent: Place) -> Place {
    push(kind, name: lastName(in: parent), parent: parent.index)
  }

  /// Returns the number of elements or entries; 0 if the container is finished.
  func count(of place: Place) -> Int {
    let index = Int(place.index)
    guard slots.indices.contains(index), slots[index].serial == place.serial else { return 0 }
    return Int(slots[index].count)
  }

  // MARK: Generic values

  /// Encodes a value as the entry or element that was begun last in a container.
  func encodeNested<Value: Encodable>(_ value: Value, in parent: Place) throws {
    switch special[Value.self] {
    case .none:
      let place = pushNested(.empty, in: parent)
      guard place.serial != Place.void.serial else { throw Interrupted() }
      try value.encode(to: CompactValueEncoder(state: self, place: place))
      close(downTo: Int(place.index))
    case .int: bytes.appendInteger(same(value, as: Int.self))
    case .string: bytes.appendQuoted(same(value, as: String.self))
    case .bool: bytes.append(same(value, as: Bool.self))
    case .double: bytes.append(same(value, as: Double.self))
    default:
      let place = pushNested(.empty, in: parent)
      guard place.serial != Place.void.serial else { throw Interrupted() }
      try encode(value, in: place)
      close(downTo: Int(place.index))
    }
  }

  /// Encodes a value into an empty slot.
  func encode<Value: Encodable>(_ value: Value, in place: Place) throws {
    switch special[Value.self] {
    case .data:
      try beginScalar(in: place)
      bytes.appendQuoted(same(value, as: Data.self).base64EncodedString())
    case .decimal: try encode(same(value, as: Decimal.self), in: place)
    case .nestedOptional: try (value as! any NestedOptionalEncodable).encode(to: self, place)
    case .unordered: try (value as! any UnorderedEncodable).encode(to: self, place)
    default: try value.encode(to: CompactValueEncoder(state: self, place: place))
    }
  }

  /// Encodes a decimal number as a text, or as its parts if the text would not be exact.
  private func encode(_ value: Decimal, in place: Place) throws {
    let text = value.description
    guard Decimal(string: text) == value else {
      return try value.encode(to: CompactValueEncoder(state: self, place: place))
    }
    try beginScalar(in: place)
    bytes.appendQuoted(text)
  }

  /// The state before an entry or element, to undo it if its value throws an error.
  struct Mark {
    let bytes: Int
    let count: Int32
    let keys: Int
    let masked: Int
    let insertions: Int
  }

  func mark(_ place: Place) -> Mark? {
    guard select(place) else { return nil }
    return Mark(
      bytes: bytes.count, count: slots[Int(place.index)].count, keys: keys.count,
      masked: maskedSecrets, insertions: tree?.insertions[Int(place.index)].count ?? 0)
  }

  func undo(to mark: Mark, in place: Place) {
    if failure != nil || isOutOfOrder { return }
    if tree == nil {
      slots.removeLast(slots.count - Int(place.index) - 1)
      current = place.serial
      keys.removeLast(keys.count - mark.keys)
    } else {
      switchBuffer(to: place)
      let insertions = tree!.insertions[Int(place.index)].count
      tree!.insertions[Int(place.index)].removeLast(insertions - mark.insertions)
    }
    bytes.removeLast(bytes.count - mark.bytes)
    slots[Int(place.index)].count = mark.count
    maskedSecrets = mark.masked
  }
}
