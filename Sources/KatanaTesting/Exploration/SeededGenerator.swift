/// A generator of random numbers that follow from a seed: SplitMix64.
///
/// The numbers are the same on every machine and in every version.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ (number >> 30)) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ (number >> 27)) &* 0x94D0_49BB_1331_11EB
    return number ^ (number >> 31)
  }

  /// Returns a number from 0 to `bound - 1`. The bound must be positive.
  package mutating func next(below bound: Int) -> Int { Int(next(upTo: UInt64(bound) - 1)) }

  /// Returns a number from 0 to `last`, which may be any number.
  package mutating func next(upTo last: UInt64) -> UInt64 {
    last == .max ? next() : next().multipliedFullWidth(by: last + 1).high
  }
}
