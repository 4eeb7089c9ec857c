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
    var name = name
    return name.withUTF8 { find($0, in: object) }
  }

  /// Returns the value of a key; `nil` if the object has no such key.
  func find(_ name: StaticString, in object: Int) -> Int? {
    name.withUTF8Buffer { name in
      if object == Self.root, let rootHashes, !rootHashes.contains(name) { return nil }
      return find(name, in: object)
    }
  }

  private func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
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

  func isKey(_ key: Int, named name: StaticString) -> Bool {
    name.withUTF8Buffer { isKey(key, named: $0) }
  }

  private func isKey(_ key: Int, named name: UnsafeBufferPointer<UInt8>) -> Bool {
    let token = tokens[key]
    if token.hasEscapes { return string(key) == String(decoding: name, as: UTF8.self) }
    if name.count != Int(token.end - token.start) { return false }
    guard let base = name.baseAddress, let bytes = bytes.baseAddress else { return true }
    return memcmp(base, bytes + Int(token.start), name.count) == 0
  }

  private func position(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int? {
    if positions[object] == nil {
      positions[object] = Dictionary(
        keys(of: object).map { (string($0), $0) }, uniquingKeysWith: { first, _ in first })
    }
    let name = String(decoding: name, as: UTF8.self)
    return positions[object]?[name].map { found($0, in: object) }
  }

  /// Returns the keys of an object, in their order.
  func keys(of object: Int) -> [Int] {
    var keys: [Int] = []
    keys.reserveCapacity(Int(tokens[object].count))
    forEachKey(of: object) { keys.append($0) }
    return keys
  }

  /// Calls a function with each key of an object, in their order.
  func forEachKey(of object: Int, _ visit: (Int) -> Void) {
    var key = object + 1
    while key < Int(tokens[object].next) {
      visit(key)
      key = Int(tokens[key + 1].next)
    }
  }
}
