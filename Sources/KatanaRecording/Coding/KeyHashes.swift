/// A set of small hashes of an object's keys.
struct KeyHashes {
  private var bits: UInt128 = 0

  /// Inserts the hash of a key that is not empty. Returns false if it was in the set.
  mutating func insert(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    let bit = Self.bit(key)
    defer { bits |= bit }
    return bits & bit == 0
  }

  /// Whether the hash of a key is in the set.
  func contains(_ key: UnsafeBufferPointer<UInt8>) -> Bool { bits & Self.bit(key) != 0 }

  /// The hash is of the length, the first byte and the last byte. Its factors are chosen so that the
  /// names of a recording's entries have different hashes.
  private static func bit(_ key: UnsafeBufferPointer<UInt8>) -> UInt128 {
    let hash = Int(key[0]) &+ Int(key[key.count - 1]) &* 37 &+ key.count &* 6
    return UInt128(1) &<< UInt128(truncatingIfNeeded: hash & 127)
  }
}
