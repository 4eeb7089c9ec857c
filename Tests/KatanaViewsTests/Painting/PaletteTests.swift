import KatanaConsole
import KatanaRuntime
import KatanaViews
import Testing

@testable import KatanaConsoleTesting
import KatanaScreen
@testable import KatanaTerminalViews

@Suite struct PaletteTests {
  private static func sequence(_ environment: [String: String], _ style: ViewStyle) -> String {
    Palette(environment).sequence(of: CellStyle(view: style))
  }

  @Test func aTerminalOf16ColoursGetsThose() {
    #expect(Self.sequence(["TERM": "xterm"], .danger) == "\u{1B}[0;31m")
    #expect(Self.sequence(["TERM": "xterm"], .selected) == "\u{1B}[0;1;4m")
  }

  @Test(arguments: [["TERM": "xterm"], ["TERM": "xterm", "NO_COLOR": "1"]])
  func theFocusIsToldFromWhatIsChosen(_ environment: [String: String]) {
    let palette = Palette(environment)
    let chosen = CellStyle(view: .selected)
    let focused = CellStyle(view: .selected, marks: .focus)
    #expect(palette.sequence(of: chosen) != palette.sequence(of: focused))
    #expect(palette.sequence(of: focused).contains("7"))
  }

  @Test(arguments: [["TERM": "xterm-256color"], ["TERM": "xterm", "COLORTERM": "yes"]])
  func aTerminalOf256ColoursGetsThose(_ environment: [String: String]) {
    #expect(Self.sequence(environment, .danger) == "\u{1B}[0;38;5;210m")
    #expect(Self.sequence(environment, .selected) == "\u{1B}[0;38;5;254;48;5;237m")
  }

  @Test(arguments: ["truecolor", "24bit"])
  func aTerminalOf24BitsGetsTheColoursThemselves(_ colors: String) {
    var theme = Theme()
    theme.danger = ThemeColor(dark: 0xFE0102, light: 0xA10203)
    theme.text = ThemeColor(dark: 0xF0F1F2, light: 0x010203)
    var palette = Palette(["TERM": "xterm", "COLORTERM": colors], theme)
    #expect(palette.sequence(of: CellStyle(view: .danger)) == "\u{1B}[0;38;2;254;1;2m")
    #expect(palette.sequence(of: CellStyle()) == "\u{1B}[0;38;2;240;241;242m")
    palette.isLight = true
    #expect(palette.sequence(of: CellStyle(view: .danger)) == "\u{1B}[0;38;2;161;2;3m")
    #expect(palette.sequence(of: CellStyle(view: .selected)).contains("48;2;228;228;228"))
  }

  /// The colours of the theme are those of the words that have its names.
  @Test(
    arguments: [
      (ViewStyle.muted, \Theme.muted), (.heading, \.heading), (.accent, \.accent), (.link, \.link),
      (.danger, \.danger), (.warning, \.warning), (.success, \.success), (.code, \.code),
    ] as [(ViewStyle, WritableKeyPath<Theme, ThemeColor> & Sendable)])
  func eachStyleHasItsColourOfTheTheme(
    _ style: ViewStyle, _ path: WritableKeyPath<Theme, ThemeColor> & Sendable
  ) {
    var theme = Theme()
    theme[keyPath: path] = ThemeColor(dark: 0x0102FE, light: 0x0304FD)
    var palette = Palette(.direct, theme)
    #expect(palette.sequence(of: CellStyle(view: style)).hasSuffix("38;2;1;2;254m"))
    palette.isLight = true
    #expect(palette.sequence(of: CellStyle(view: style)).hasSuffix("38;2;3;4;253m"))
  }

  /// Each meaning has a colour of its own, in each palette.
  @Test(arguments: [
    (["TERM": "xterm"], ["31", "33", "32", "36", "36"]),
    (["TERM": "xterm-256color"], ["38;5;210", "38;5;214", "38;5;114", "38;5;75", "38;5;75"]),
  ])
  func eachMeaningHasItsColour(_ environment: [String: String], _ colors: [String]) {
    let styles: [ViewStyle] = [.danger, .warning, .success, .accent, .link]
    for (style, color) in zip(styles, colors) {
      #expect(Self.sequence(environment, style).contains(color))
    }
    let hasGrey = environment["TERM"] == "xterm-256color"
    #expect(Self.sequence(environment, .muted).contains("38;5;245") == hasGrey)
  }

  /// Whatever the terminal could show, a style is still told from a text without one.
  @Test func withNoColorThereAreNoColours() {
    let environment = ["TERM": "xterm-256color", "NO_COLOR": "1"]
    for (style, name) in ViewStyle.names where style != .code {
      let sequence = Self.sequence(environment, style)
      let codes = sequence.dropFirst(2).dropLast().split(separator: ";").compactMap { Int($0) }
      #expect(codes.allSatisfy { [0, 1, 2, 3, 4, 7].contains($0) }, "\(name): \(codes)")
    }
    for style: ViewStyle in [.heading, .muted, .emphasis, .link, .danger, .warning, .selected] {
      #expect(Self.sequence(environment, style) != "\u{1B}[0m")
    }
    // An empty variable is as none (https://no-color.org).
    #expect(Palette(["TERM": "xterm", "NO_COLOR": ""]) == .ansi)
  }

  private static func error(_ properties: TerminalProperties) -> NoScreenError? {
    NoScreenError(properties)
  }

  @Test func aPipeShowsNoScreenAndStartsNothing() async throws {
    let runtime = try Runtime(Program(model: Counter(), CounterUpdater()))
    let pipe = VirtualTerminal(isTerminal: false)
    await #expect(throws: NoScreenError.outputIsNoTerminal) {
      try await runtime.runOnTerminal(counterView, pipe.core, [:])
    }
    #expect(pipe.output.isEmpty)
    // The app can go on with lines.
    runtime.start()
    await runtime.deliver(CounterMessage.increased)
    #expect(runtime.model.value == 1)
  }

  @Test func eachTerminalThatShowsNoScreenIsNamed() {
    func properties(_ input: Bool, _ output: Bool, _ knowsSequences: Bool) -> TerminalProperties {
      TerminalProperties(
        isInputTerminal: input, isOutputTerminal: output, hasColor: false,
        hasEscapeSequences: knowsSequences, size: TerminalSize(columns: 80, rows: 24))
    }
    #expect(Self.error(properties(true, true, true)) == nil)
    #expect(Self.error(properties(true, false, true)) == .outputIsNoTerminal)
    #expect(Self.error(properties(false, true, true)) == .inputIsNoTerminal)
    // `TERM=dumb`.
    #expect(Self.error(properties(true, true, false)) == .terminalIsTooSimple)
    #expect(
      "\(NoScreenError.terminalIsTooSimple)" == """
        A screen needs a terminal that can move its cursor, and the variable TERM says that this one \
        cannot. To fix this, start the program in a terminal, or let it write lines.
        """)
  }
}
