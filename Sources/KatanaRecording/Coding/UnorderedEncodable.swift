/// A collection with a random order. Its elements are written sorted.
protocol UnorderedEncodable {
  func encode(to state: EncodingState, _ place: EncodingState.Place) throws
}

extension Set: UnorderedEncodable where Element: Encodable {
  func encode(to state: EncodingState, _ place: EncodingState.Place) throws {
    var container = CompactValueEncoder(state: state, place: place).unkeyedContainer()
    try state.sorting(in: place) { next in
      for element in self {
        try container.encode(element)
        next()
      }
    }
  }
}

extension Dictionary: UnorderedEncodable where Key: Encodable, Value: Encodable {
  func encode(to state: EncodingState, _ place: EncodingState.Place) throws {
    if Key.self == String.self {
      try encode(to: state, place, key: { same($0, as: String.self) }) {
        same($0, as: String.self).utf8.lexicographicallyPrecedes(same($1, as: String.self).utf8)
      }
    } else if Key.self == Int.self {
      try encode(to: state, place, key: { "\(same($0, as: Int.self))" }) {
        same($0, as: Int.self) < same($1, as: Int.self)
      }
    } else if Key.self is any CodingKeyRepresentable.Type {
      try encodeObject(to: state, place)
    } else {
      try encodePairs(to: state, place)
    }
  }

  private func encode(
    to state: EncodingState, _ place: EncodingState.Place, key text: (Key) -> String,
    by areInOrder: (Key, Key) -> Bool
  ) throws {
    let encoder = CompactValueEncoder(state: state, place: place)
    var container = encoder.container(keyedBy: PathKey.self)
    for (key, value) in sorted(by: { areInOrder($0.key, $1.key) }) {
      try container.encode(value, forKey: PathKey(text(key)))
    }
  }

  private func encodeObject(to state: EncodingState, _ place: EncodingState.Place) throws {
    let entries = map { ($0.key as! any CodingKeyRepresentable, $0.value) }
      .map { (key: $0.0.codingKey.stringValue, value: $0.1) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let encoder = CompactValueEncoder(state: state, place: place)
    var container = encoder.container(keyedBy: PathKey.self)
    for entry in entries { try container.encode(entry.value, forKey: PathKey(entry.key)) }
  }

  /// Writes keys and values by turns, as the standard library does.
  private func encodePairs(to state: EncodingState, _ place: EncodingState.Place) throws {
    var container = CompactValueEncoder(state: state, place: place).unkeyedContainer()
    try state.sorting(in: place) { next in
      for (key, value) in self {
        try container.encode(key)
        try container.encode(value)
        next()
      }
    }
  }
}

extension EncodingState {
  /// Sorts the parts that `body` adds to an array.
  ///
  /// - Parameter body: Adds the parts. It calls `next` after each of them.
  func sorting(in place: Place, _ body: (_ next: () -> Void) throws -> Void) throws {
    guard select(place) else { throw Interrupted() }
    var ends = [bytes.count]
    try body {
      // Finishes the last element.
      if select(place) { ends.append(bytes.count) }
    }
    guard tree == nil, select(place) else { return }
    sort(ends)
  }

  /// Sorts the parts between the offsets. All parts but the first begin with a comma.
  private func sort(_ ends: [Int]) {
    guard let first = ends.first, let last = ends.last, ends.count > 2 else { return }
    let parts = zip(ends, ends.dropFirst()).map { start, end in
      bytes[(start == first ? start : start + 1)..<end]
    }
    var sorted: [UInt8] = []
    sorted.reserveCapacity(last - first)
    for part in parts.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      if !sorted.isEmpty { sorted.append(ASCII.comma) }
      sorted += part
    }
    bytes.replaceSubrange(first..<last, with: sorted)
  }
}
