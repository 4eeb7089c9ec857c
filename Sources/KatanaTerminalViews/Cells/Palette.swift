import KatanaScreen
package import KatanaViews

/// How styles look on a terminal.
package struct Palette: Equatable, Sendable {
  /// The colours that a terminal has.
  package enum Depth: Sendable {
    /// None: bold, underlined, inverse.
    case plain
    /// The 16 colours of every terminal, which the person may have changed.
    case ansi
    /// 256 colours.
    case indexed
    /// 24 bits for each colour.
    case direct
  }

  let depth: Depth
  /// Whether the terminal has a light background. Unless it says so, it has not.
  var isLight: Bool { didSet { inks = Inks(theme, depth, isLight: isLight) } }
  private let theme: Theme
  private var inks: Inks

  package init(_ depth: Depth, _ theme: Theme = Theme(), isLight: Bool = false) {
    (self.depth, self.theme, self.isLight) = (depth, theme, isLight)
    inks = Inks(theme, depth, isLight: isLight)
  }

  /// The palette that the environment states. `NO_COLOR` comes first (https://no-color.org).
  init(_ environment: [String: String], _ theme: Theme = Theme()) {
    let depth: Depth =
      if let noColor = environment["NO_COLOR"], !noColor.isEmpty {
        .plain
      } else if ["truecolor", "24bit"].contains(environment["COLORTERM"]) {
        .direct
      } else if environment["TERM"]?.contains("256color") == true
        || environment["COLORTERM"]?.isEmpty == false
      {
        .indexed
      } else {
        .ansi
      }
    self.init(depth, theme, isLight: theme.background == .light)
  }

  package static let plain = Palette(Depth.plain)
  package static let ansi = Palette(Depth.ansi)
  package static let indexed = Palette(Depth.indexed)
  package static let direct = Palette(Depth.direct)

  /// Whether the colours are those of the theme, so that the background matters.
  var hasTheme: Bool { depth == .indexed || depth == .direct }
  /// Whether the terminal is asked for its background.
  var asksForBackground: Bool { hasTheme && theme.background == nil }

  /// Returns the sequence that switches to a style from any other one.
  func sequence(of style: CellStyle) -> String {
    let (view, marks) = (style.view, style.marks)
    let isFocused = marks.contains(.focus)
    // Without a background, what is chosen is bold and underlined, so that the focus, which is
    // inverse, is told from it.
    let isMarked = view.contains(.selected) && !isFocused && !hasTheme
    let isActive = marks.contains(.active)
    var codes = "0"
    if isMarked || isActive || marks.contains(.within)
      || !view.isDisjoint(with: [.heading, .heading(2), .strong])
    {
      codes += ";1"
    }
    if marks.contains(.behind) || isFaint(style) { codes += ";2" }
    if !view.isDisjoint(with: [.emphasis, .heading(2), .heading(3)]) { codes += ";3" }
    if isMarked || view.contains(.link) || marks.contains(.field) || isActive && !hasTheme
      || (depth == .plain && !view.isDisjoint(with: [.danger, .warning]))
    {
      codes += ";4"
    }
    switch depth {
    case .plain: if isFocused, !isActive { codes += ";7" }
    case .ansi:
      if isFocused { codes += isActive ? "" : ";7" } else { codes += ansiColor(of: style) }
    case .indexed, .direct: codes += colors(of: style)
    }
    return "\u{1B}[\(codes)m"
  }

  /// Whether a text is dimmed, where no colour says that it is muted.
  private func isFaint(_ style: CellStyle) -> Bool {
    if hasTheme || style.marks.contains(.focus) { return false }
    let isLine = style.marks.contains(.border) && !style.marks.contains(.within)
    return isLine || style.view.contains(.muted)
  }

  private func ansiColor(of style: CellStyle) -> String {
    if style.marks.contains(.within) { return ";36" }
    if style.view.contains(.danger) { return ";31" }
    if style.view.contains(.warning) { return ";33" }
    if style.view.contains(.success) { return ";32" }
    return style.view.isDisjoint(with: [.accent, .link]) ? "" : ";36"
  }

  /// Returns the colours of the theme. What has the focus has two, whatever is written there, so that a
  /// row is one bar.
  private func colors(of style: CellStyle) -> String {
    let marks = style.marks
    if marks.contains(.focus) { return marks.contains(.active) ? inks.active : inks.selection }
    let isBar = marks.contains(.bar) || style.view.contains(.selected)
    let own = color(of: style.view, isBar: isBar)
    let back = isBar ? inks.barBackground : ""
    if marks.contains(.within) { return inks.focusedBorder + back }
    if marks.contains(.border) { return (own.isEmpty ? inks.border : own) + back }
    return (own.isEmpty ? (isBar ? inks.barText : inks.text) : own) + back
  }

  private func color(of style: ViewStyle, isBar: Bool) -> String {
    if style.rawValue == 0 { return "" }
    // On a bar, a muted text would be too hard to read.
    if style.contains(.muted), !isBar { return inks.muted }
    if style.contains(.danger) { return inks.danger }
    if style.contains(.warning) { return inks.warning }
    if style.contains(.success) { return inks.success }
    if style.contains(.link) { return inks.link }
    if style.contains(.accent) { return inks.accent }
    if !style.isDisjoint(with: [.heading, .heading(2), .heading(3)]) { return inks.heading }
    return style.contains(.code) ? inks.code : ""
  }
}

/// The colours of a theme as parts of a sequence, which are made once.
private struct Inks: Equatable, Sendable {
  let text, muted, heading, accent, link, danger, warning, success, code: String
  let border, focusedBorder, barText, barBackground, selection, active: String

  init(_ theme: Theme, _ depth: Palette.Depth, isLight: Bool) {
    func ink(_ color: ThemeColor?, isBackground: Bool = false) -> String {
      guard let color = color.map({ isLight ? $0.light : $0.dark }) else { return "" }
      let ground = isBackground ? 48 : 38
      return depth == .direct
        ? ";\(ground);2;\(color.red);\(color.green);\(color.blue)"
        : ";\(ground);5;\(color.nearestIndex)"
    }
    text = ink(theme.text)
    muted = ink(theme.muted)
    heading = ink(theme.heading)
    accent = ink(theme.accent)
    link = ink(theme.link)
    danger = ink(theme.danger)
    warning = ink(theme.warning)
    success = ink(theme.success)
    code = ink(theme.code)
    border = ink(theme.border)
    focusedBorder = ink(theme.focusedBorder)
    barText = ink(theme.bar.text)
    barBackground = ink(theme.bar.background, isBackground: true)
    let (front, back) = (theme.selection.text, theme.selection.background)
    selection = ink(front) + ink(back, isBackground: true)
    active = ink(back) + ink(front, isBackground: true)
  }
}
