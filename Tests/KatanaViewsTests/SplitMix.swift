/// A small random number generator with a seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(limit, 1))) }

  mutating func isTrue(oneIn limit: Int) -> Bool { below(limit) == 0 }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
