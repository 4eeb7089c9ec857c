/// Spreads the bits of an address or an offset for a hash table whose size is a power of two: by
/// Fibonacci hashing, of which the middle bits are kept.
///
/// In 64 bits on every platform: `UInt` has 32 on watchOS (arm64_32), where the factor would not
/// compile. CI compiles this file for such a platform.
@inlinable
package func spreadHash(_ bits: UInt64) -> Int {
  Int(truncatingIfNeeded: ((bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & 0x7FFF_FFFF)
}
