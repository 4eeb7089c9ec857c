/// Returns the spread bits of an address, an offset, a number or a hash, for a hash table whose size
/// is a power of two.
///
/// This is Fibonacci hashing, of which the middle bits are kept. It uses `UInt64` on every
/// platform, because `UInt` has 32 bits on watchOS (arm64_32), where the factor would not compile.
/// CI compiles this file for such a platform.
@inlinable
package func spreadHash(_ bits: UInt64) -> Int {
  Int(truncatingIfNeeded: ((bits &* 0x9E37_79B9_7F4A_7C15) >> 32) & 0x7FFF_FFFF)
}
