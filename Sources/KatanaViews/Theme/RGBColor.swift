import Foundation

/// A colour of a screen, in sRGB.
///
/// It is written as in CSS: `let orange: RGBColor = 0xFFAF00`.
public struct RGBColor: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The red part, from 0 to 255.
  public var red: UInt8
  /// The green part, from 0 to 255.
  public var green: UInt8
  /// The blue part, from 0 to 255.
  public var blue: UInt8

  /// Creates a colour from its parts.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// Creates a colour from a number such as `0xFFAF00`; of a larger one, the last six digits count.
  public init(integerLiteral number: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
      blue: UInt8(truncatingIfNeeded: number))
  }

  /// Returns the contrast of two colours, from 1 to 21, as WCAG 2 defines it. A text needs 4.5, a line 3.
  public func contrast(with other: RGBColor) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// Whether black is easier to read on this colour than white is.
  package var isLight: Bool { contrast(with: 0x000000) > contrast(with: 0xFFFFFF) }

  private var luminance: Double {
    func linear(_ part: UInt8) -> Double {
      let part = Double(part) / 255
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
