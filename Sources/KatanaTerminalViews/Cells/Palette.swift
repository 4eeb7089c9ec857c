import KatanaScreen
import KatanaViews

/// How styles look on a terminal.
package enum Palette: Equatable, Sendable {
  /// Without colours: bold, underlined, inverse.
  case plain
  /// The 16 colours of every terminal, which the person may have changed.
  case ansi
  /// 256 colours.
  case indexed

  /// The palette that the environment states. `NO_COLOR` comes first (https://no-color.org).
  init(_ environment: [String: String]) {
    if let noColor = environment["NO_COLOR"], !noColor.isEmpty {
      self = .plain
    } else if environment["TERM"]?.contains("256color") == true
      || environment["COLORTERM"]?.isEmpty == false
    {
      self = .indexed
    } else {
      self = .ansi
    }
  }

  /// Returns the sequence that switches to a style from any other one.
  func sequence(of style: CellStyle) -> String {
    var codes = ["0"]
    let view = style.view
    // Without a background, what is chosen is bold and underlined, so that the focus, which is
    // inverse, is told from it.
    let isMarked = view.contains(.selected) && self != .indexed
    if isMarked || !view.isDisjoint(with: [.heading, .heading(2), .strong]) { codes.append("1") }
    if view.contains(.muted) && self != .indexed || style.marks.contains(.behind) {
      codes.append("2")
    }
    if !view.isDisjoint(with: [.emphasis, .heading(2), .heading(3)]) { codes.append("3") }
    if isMarked || view.contains(.link) || style.marks.contains(.field)
      || (self == .plain && !view.isDisjoint(with: [.danger, .warning]))
    {
      codes.append("4")
    }
    if style.marks.contains(.focus), !style.marks.contains(.field) { codes.append("7") }
    if let color = color(of: view) { codes.append(color) }
    if view.contains(.selected), self == .indexed { codes.append("48;5;238") }
    return "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private func color(of style: ViewStyle) -> String? {
    if self == .plain { return nil }
    let isIndexed = self == .indexed
    if style.contains(.danger) { return isIndexed ? "38;5;203" : "31" }
    if style.contains(.warning) { return isIndexed ? "38;5;214" : "33" }
    if style.contains(.success) { return isIndexed ? "38;5;114" : "32" }
    if !style.isDisjoint(with: [.accent, .link]) { return isIndexed ? "38;5;75" : "36" }
    if style.contains(.muted), isIndexed { return "38;5;245" }
    if style.contains(.selected), isIndexed { return "38;5;231" }
    return nil
  }
}
