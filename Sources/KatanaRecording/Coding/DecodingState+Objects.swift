#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DecodingState {
  /// Objects with more keys get a dictionary when a key is not where it is expected.
  private static let manyKeys = 32

  /// The value of a key. The next call for the same object looks at the next key first.
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

  /// The key that follows; the first one after the last one.
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

  /// The keys of an object, in their order.
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
