/// The colours in which a face shows the styles of an app.
///
/// Change those that shall differ:
///
/// ```swift
/// var theme = Theme()
/// theme.accent = ThemeColor(dark: 0xFF87AF, light: 0x87005F)
/// ```
///
/// A terminal keeps its own background, and the theme has a colour for a dark one and for a light one. The
/// terminal is asked which it has, unless the app says it: `theme.background = .light`.
/// A terminal of 256 colours shows the nearest. On one of 16 colours, and without colours, the theme has
/// no effect.
public struct Theme: Hashable, Sendable {
  /// The background for which the colours are; `nil` for what the terminal answers, and for a dark one if it
  /// does not.
  public var background: ThemeBackground?
  /// Texts without a style; `nil` for the colour that the person has chosen for all programs.
  public var text: ThemeColor?
  /// `.muted`, and what is disabled.
  public var muted = ThemeColor(dark: 0x8A8A8A, light: 0x626262)
  /// `.heading`.
  public var heading = ThemeColor(dark: 0x87D7FF, light: 0x005F87)
  /// `.accent`.
  public var accent = ThemeColor(dark: 0x5FAFFF, light: 0x005FAF)
  /// `.link`.
  public var link = ThemeColor(dark: 0x5FAFFF, light: 0x005FAF)
  /// `.danger`.
  public var danger = ThemeColor(dark: 0xFF8787, light: 0xAF0000)
  /// `.warning`.
  public var warning = ThemeColor(dark: 0xFFAF00, light: 0x875F00)
  /// `.success`.
  public var success = ThemeColor(dark: 0x87D787, light: 0x005F00)
  /// `.code`.
  public var code = ThemeColor(dark: 0xD7AFFF, light: 0x5F0087)
  /// The border of a node, and dividers.
  public var border = ThemeColor(dark: 0x626262, light: 0x8A8A8A)
  /// The border of a node in which the focus is.
  public var focusedBorder = ThemeColor(dark: 0x5FAFFF, light: 0x005FAF)
  /// What has the focus: a control, or the current row of a list.
  public var selection = ThemeBar(
    text: ThemeColor(dark: 0xFFFFFF, light: 0xFFFFFF),
    background: ThemeColor(dark: 0x005F87, light: 0x005FAF))
  /// What is selected without the focus, and the line of `.keyHelp`.
  public var bar = ThemeBar(
    text: ThemeColor(dark: 0xE4E4E4, light: 0x121212),
    background: ThemeColor(dark: 0x3A3A3A, light: 0xE4E4E4))

  /// Creates the theme that is used where an app has none: each text has a contrast of 4.5 at least, on
  /// black and on white.
  public init() {}
}

/// A colour of a ``Theme``.
public struct ThemeColor: Hashable, Sendable {
  /// The colour on a dark background.
  public var dark: RGBColor
  /// The colour on a light background.
  public var light: RGBColor

  /// Creates a colour from its two variants.
  public init(dark: RGBColor, light: RGBColor) { (self.dark, self.light) = (dark, light) }
}

/// A text with a background of its own, in a ``Theme``.
public struct ThemeBar: Hashable, Sendable {
  /// The colour of the text.
  public var text: ThemeColor
  /// The colour behind the text.
  public var background: ThemeColor

  /// Creates a bar from its two colours.
  public init(text: ThemeColor, background: ThemeColor) {
    (self.text, self.background) = (text, background)
  }
}

/// The background behind the texts of a terminal.
public enum ThemeBackground: Hashable, Sendable {
  /// A dark one, such as black.
  case dark
  /// A light one, such as white.
  case light
}
