/// A floating-point number that is written and read back to the last bit.
protocol RecordedFloat: BinaryFloatingPoint, LosslessStringConvertible {
  /// The bit pattern, in the low bits.
  var bits: UInt64 { get }
  init(bits: UInt64)
  /// The quiet `NaN` without a payload.
  static var plainNaN: UInt64 { get }
  /// The largest integer up to which all integers are exact.
  static var exactIntegers: UInt64 { get }
  /// The powers of ten that are exact, from 1.
  static var exactPowers: [Self] { get }
}

extension RecordedFloat {
  /// The text of an infinity or `NaN`: `inf`, `-inf`, `nan`, or `nan:` and the bits of another
  /// `NaN`.
  var nonFiniteText: String {
    if isInfinite { return self < 0 ? "-inf" : "inf" }
    return bits == Self.plainNaN ? "nan" : "nan:" + String(bits, radix: 16)
  }

  init?(nonFiniteText text: String) {
    switch text {
    case "inf": self = .infinity
    case "-inf": self = -.infinity
    case "nan": self.init(bits: Self.plainNaN)
    default:
      guard text.hasPrefix("nan:"), let bits = UInt64(text.dropFirst(4), radix: 16) else {
        return nil
      }
      self.init(bits: bits)
      // Refuse bits that are not a `NaN`, more bits than the type has, and any other spelling.
      guard isNaN, self.bits == bits, nonFiniteText == text else { return nil }
    }
  }
}

extension Double: RecordedFloat {
  var bits: UInt64 { bitPattern }
  init(bits: UInt64) { self.init(bitPattern: bits) }
  static var plainNaN: UInt64 { 0x7FF8_0000_0000_0000 }
  static var exactIntegers: UInt64 { 1 << 53 }
  static let exactPowers: [Double] = (0...22).map { power in
    (0..<power).reduce(1) { value, _ in value * 10 }
  }
}

extension Float: RecordedFloat {
  var bits: UInt64 { UInt64(bitPattern) }
  init(bits: UInt64) { self.init(bitPattern: UInt32(truncatingIfNeeded: bits)) }
  static var plainNaN: UInt64 { 0x7FC0_0000 }
  static var exactIntegers: UInt64 { 1 << 24 }
  static let exactPowers: [Float] = (0...10).map { power in
    (0..<power).reduce(1) { value, _ in value * 10 }
  }
}
