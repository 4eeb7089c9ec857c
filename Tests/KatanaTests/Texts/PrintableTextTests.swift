import Katana
import Testing

@Suite struct PrintableTextTests {
  @Test(arguments: [
    ("plain é 👨‍👩‍👧 … 日本", "plain é 👨‍👩‍👧 … 日本"), ("a\tb\r\nc\n", #"a\tb\r\nc\n"#),
    ("\u{1B}]0;x\u{7}", #"\u{1B}]0;x\u{7}"#), ("\u{9B}31m\u{7F}", #"\u{9B}31m\u{7F}"#),
    ("a\u{202E}b\u{2066}c\u{61C}d", #"a\u{202E}b\u{2066}c\u{61C}d"#),
    ("a\u{2028}b\u{85}c", #"a\u{2028}b\u{85}c"#), ("\u{A0}ب", "\u{A0}ب"), ("", ""),
  ])
  func whatControlsATerminalIsEscaped(_ text: String, _ printed: String) {
    #expect(printableText(text) == printed)
  }

  @Test func linesStayIfTheyAreWanted() {
    #expect(printableText("a\n\u{1B}b\r\n", keepsLines: true) == "a\n\\u{1B}b\\r\n")
  }

  @Test func aLiteralHasNoCharacterThatControlsATerminal() {
    #expect(quotedText("a\"\\\n\u{9B}\u{202E}") == #""a\"\\\n\u{9B}\u{202E}""#)
  }

  private struct Named: LosslessStringConvertible, Hashable {
    var description: String
    init(_ description: String) { self.description = description }
  }
  private struct Row: Model, Identifiable { var id: Named }
  private struct App: Model {
    var rows: [Row] = []
    static let part = ClosurePart<App, Row>("\u{9B}2J") { _, _ in }
  }

  @Test func anAddressQuotesAnIDThatIsNoWord() {
    #expect("\(App.at.rows[Named("a-1")])" == "App.at.rows[a-1]")
    #expect("\(App.at.rows[Named("0]\u{1B}")])" == #"App.at.rows["0]\u{1B}"]"#)
    #expect("\(App.at[part: App.part])" == #"App.at[part: "\u{9B}2J"]"#)
  }

  private struct Labelled: CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: ["\u{1B}[2J": 1], displayStyle: .struct) }
  }

  @Test func theLabelsOfACustomMirrorAreEscaped() {
    #expect(sourceText(of: Labelled()) == #"Labelled(\u{1B}[2J: 1)"#)
  }
}
