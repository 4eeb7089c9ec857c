import Foundation

/// What a spinner shows at a time.
package enum Spinner {
  /// How long it shows one of its characters.
  package static let step = Duration.milliseconds(100)

  private static let glyphs: [Unicode.Scalar] = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]

  static func glyph(at date: Date) -> Unicode.Scalar {
    let steps = (date.timeIntervalSince1970 / (step / .seconds(1))).rounded(.down)
    let index = Int(steps.truncatingRemainder(dividingBy: Double(glyphs.count)))
    return glyphs[(index + glyphs.count) % glyphs.count]
  }
}
