#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DecodingState {
  /// In an object with more keys, a key that is not at its expected position is found by a
  /// dictionary.
  private static let manyKeys = 32

  /// Returns the value of a key; `nil` if the object has no such key.
  ///
  /// Types mostly decode their keys in order, so the search begins after the key found last.
  func find(_ name: String, in object: Int) -> Int? {
    if tokens[object].count == 0 { return nil }
    let hint = Int(tokens[object].hint)
    if isKey(hint, named: name) { return found(hint, in: object) }
    if tokens[object].count > Self.manyKeys { return position(name, in: object) }
    var key = nextKey(after: hint, in: object)
    while key != hint {
      if isKey(key, named: name) { return found(key, in: object) }
      key = nextKey(after: key, in: object)
    }
    return nil
  }

  private func found(_ key: Int, in object: Int) -> Int {
    tokens[object].hint = UInt32(truncatingIfNeeded: nextKey(after: key, in: object))
    return key + 1
  }

  /// Returns the key after a key; after the last key, the first one.
  private func nextKey(after key: Int, in object: Int) -> Int {
    let next = Int(tokens[key + 1].next)
    return next == Int(tokens[object].next) ? object + 1 : next
  }

  func isKey(_ key: Int, named name: String) -> Bool {
    let token = tokens[key]
    if token.hasEscapes { return string(key) == name }
    if name.utf8.count != Int(token.end - token.start) { return false }
    var name = name
    return name.withUTF8 { name in
      guard let base = name.baseAddress, let bytes = bytes.baseAddress else { return true }
      return memcmp(base, bytes + Int(token.start), name.count) == 0
    }
  }

  private func position(_ name: String, in object: Int) -> Int? {
    if positions[object] == nil {
      positions[object] = Dictionary(
        keys(of: object).map { (string($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    return positions[object]?[name].map { found($0, in: object) }
  }

  /// Returns the keys of an object, in their order.
  func keys(of object: Int) -> [Int] {
    var keys: [Int] = []
    keys.reserveCapacity(Int(tokens[object].count))
    var key = object + 1
    while key < Int(tokens[object].next) {
      keys.append(key)
      key = Int(tokens[key + 1].next)
    }
    return keys
  }
}
