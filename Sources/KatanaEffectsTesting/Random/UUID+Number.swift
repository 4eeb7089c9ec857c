public import Foundation

extension UUID {
  /// Returns the identifier that ends in a number, in hexadecimal digits.
  ///
  /// For 12, this is `00000000-0000-0000-0000-00000000000C`.
  public static func numbered(_ number: Int) -> UUID {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return UUID(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1),
        byte(0)
      ))
  }
}
