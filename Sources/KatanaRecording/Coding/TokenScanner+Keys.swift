#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Checks for duplicate keys. An object with a duplicate key could be read in two ways.
extension TokenScanner {
  /// The number of keys up to which each key is compared with all others.
  private static var fewKeys: Int { 12 }

  /// Throws if a complete object has a duplicate key.
  mutating func checkKeys(of object: Int) throws(JSONError) {
    let hashes = differentHashes(object)
    if object == DecodingState.root { rootHashes = hashes }
    if hashes != nil || isSorted(object) { return }
    let isPlain = Int(tokens[object].count) <= Self.fewKeys && !hasUnusualKey(object)
    guard let duplicate = isPlain ? comparedDuplicate(object) : hashedDuplicate(object) else {
      return
    }
    throw JSONError(
      offset: Int(tokens[duplicate].start),
      reason: "The key \(text(duplicate).debugDescription) stands twice in one object.")
  }

  private func nextKey(after key: Int) -> Int { Int(tokens[key + 1].next) }

  /// Returns the hashes of all keys, if each is different; otherwise `nil`.
  ///
  /// This quick check proves for most objects that there is no duplicate.
  private func differentHashes(_ object: Int) -> KeyHashes? {
    var hashes = KeyHashes()
    var key = object + 1
    while key < tokens.count {
      let token = tokens[key]
      if token.start == token.end || token.hasEscapes || token.hasUnicode { return nil }
      if !hashes.insert(UnsafeBufferPointer(rebasing: bytes[token.range])) { return nil }
      key = nextKey(after: key)
    }
    return hashes
  }

  /// Whether all keys are in the order of their bytes, as the encoder writes most dictionaries.
  private func isSorted(_ object: Int) -> Bool {
    var previous = object + 1
    var key = nextKey(after: previous)
    if isUnusual(previous) { return false }
    while key < tokens.count {
      if isUnusual(key) || order(previous, key) >= 0 { return false }
      (previous, key) = (key, nextKey(after: key))
    }
    return true
  }

  private func order(_ one: Int, _ other: Int) -> Int {
    let (first, second) = (tokens[one], tokens[other])
    let counts = (Int(first.end - first.start), Int(second.end - second.start))
    guard let base = bytes.baseAddress else { return 0 }
    let order = memcmp(base + Int(first.start), base + Int(second.start), min(counts.0, counts.1))
    return order == 0 ? counts.0 - counts.1 : Int(order)
  }

  private func comparedDuplicate(_ object: Int) -> Int? {
    var key = nextKey(after: object + 1)
    while key < tokens.count {
      var other = object + 1
      while other < key {
        if order(other, key) == 0 { return key }
        other = nextKey(after: other)
      }
      key = nextKey(after: key)
    }
    return nil
  }

  /// Finds a duplicate by Swift's comparison of texts, for which different bytes may be equal
  /// texts.
  private func hashedDuplicate(_ object: Int) -> Int? {
    var texts = Set<String>(minimumCapacity: Int(tokens[object].count))
    var key = object + 1
    while key < tokens.count {
      if !texts.insert(text(key)).inserted { return key }
      key = nextKey(after: key)
    }
    return nil
  }

  private func hasUnusualKey(_ object: Int) -> Bool {
    var key = object + 1
    while key < tokens.count {
      if isUnusual(key) { return true }
      key = nextKey(after: key)
    }
    return false
  }

  /// Whether a key may be equal to a key with other bytes.
  private func isUnusual(_ key: Int) -> Bool {
    tokens[key].hasEscapes || tokens[key].hasUnicode
  }

  private func text(_ key: Int) -> String {
    JSONText.unescaped(UnsafeBufferPointer(rebasing: bytes[tokens[key].range]))
  }
}
