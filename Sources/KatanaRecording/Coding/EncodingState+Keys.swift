/// Checks for duplicate keys. An object with a duplicate key could not be read back.
extension EncodingState {
  /// The number of keys up to which each new key is compared with all others. In an object with
  /// more keys, the keys are sorted and compared at the end.
  private static var fewKeys: Int { 16 }

  /// Adds the key that was written last. Throws if the object has it already.
  func record(_ key: some CodingKey, from start: Int, in index: Int) throws {
    let end = bytes.count
    let first = slots[index].firstKey
    if tree == nil, keys.count - first < Self.fewKeys, hasKey(start, end, since: first) {
      fail(Self.duplicate(key.stringValue), at: Int32(index))
      throw Interrupted()
    }
    keys.append((start, end))
  }

  private func hasKey(_ start: Int, _ end: Int, since first: Int) -> Bool {
    var index = first
    while index < keys.count {
      let other = keys[index]
      if other.end - other.start == end - start,
        bytes[other.start..<other.end].elementsEqual(bytes[start..<end])
      {
        return true
      }
      index += 1
    }
    return false
  }

  /// Checks for duplicates in an object with many keys.
  func checkManyKeys(of slot: Slot) {
    guard keys.count - slot.firstKey > Self.fewKeys else { return }
    let sorted = keys[slot.firstKey...].sorted {
      bytes[$0.start..<$0.end].lexicographicallyPrecedes(bytes[$1.start..<$1.end])
    }
    for (one, next) in zip(sorted, sorted.dropFirst())
    where bytes[one.start..<one.end] == bytes[next.start..<next.end] {
      fail(Self.duplicate(JSONText.unescaped(bytes[(one.start + 1)..<(one.end - 1)])), at: -1)
    }
  }

  private static func duplicate(_ key: String) -> String {
    """
    The key \(key) is encoded twice in one object, so the value could not be read back. To fix \
    this, give the keys of a class and of its superclass different names, or use `superEncoder()`.
    """
  }
}
