import KatanaConsole
import Testing

extension RealEffects {
  @Suite struct LineEditorTests {
    /// The input, and the line after it, in which `|` stands for the cursor.
    @Test(arguments: [
      ("abc", "abc|"), ("abc\u{1B}[D\u{1B}[DX", "aX|bc"), ("abc\u{1}X", "X|abc"),
      ("abc\u{1}\u{5}X", "abcX|"), ("abc\u{7F}", "ab|"), ("\u{7F}", "|"),
      ("abc\u{1}\u{1B}[3~", "|bc"),
      ("abc\u{1}\u{4}", "|bc"), ("abc def\u{17}", "abc |"), ("abc def  \u{17}", "abc |"),
      ("abc def\u{1B}b\u{B}", "abc |"), ("abc def\u{15}", "|"),
      ("abc def\u{17}\u{1}\u{19}", "def|abc "),
      ("abc\u{14}", "acb|"), ("abc\u{1B}[D\u{14}", "acb|"), ("a b\u{1}\u{1B}f", "a| b"),
      ("a b\u{1}\u{1B}d", "| b"), ("a bc\u{1B}[1;5DX", "a X|bc"), ("a\u{308}b\u{2}\u{7F}", "|b"),
      ("👩\u{200D}👧\u{7F}", "|"), ("日本\u{2}x", "日x|本"), ("\u{1B}[200~a\nb\n\u{1B}[201~", "a b|"),
      ("a\u{1B}[200~b\u{1B}[31mc\u{1B}[201~", "abc|"), ("\u{1B}[99Xa\u{1B}[I", "a|"),
      ("\u{1B}[A", "two|"), ("\u{1B}[A\u{1B}[A", "one|"), ("\u{1B}[A\u{1B}[A\u{1B}[A", "one|"),
      ("new\u{1B}[A\u{1B}[B", "new|"), ("new\u{10}\u{E}!", "new!|"), ("\u{1B}[B", "|"),
    ]) func keysEditTheLine(_ keys: String, _ result: String) {
      var (decoder, editor) = (TerminalDecoder(), LineEditor(history: ["one", "two"]))
      for event in decoder.take(keys.utf8) { _ = editor.take(event) }
      #expect(String(editor.before) + "|" + String(editor.after) == result)
    }

    @Test(arguments: [
      ("\u{1B}]8;;http://e\u{7}docs\u{1B}]8;;\u{7}", "docs"), ("\u{9B}31mred", "red"),
      ("a\u{9D}0;t\u{9C}b\nc", "ab c"), ("\u{1B}[31mred\u{1B}[0m", "red"),
    ]) func textsOfOthersCannotControlTheTerminal(_ text: String, _ line: String) {
      #expect(LineEditor(text: text).text == line)
      var editor = LineEditor(history: [text])
      #expect(editor.take(.key(KeyStroke(.up))) == .changed)
      #expect(editor.text == line)
      editor = LineEditor()
      #expect(editor.take(.paste(text)) == .changed)
      #expect(editor.text == line)
      #expect(editor.take(.key(KeyStroke(.character("\u{9B}")))) == .unchanged)
      #expect(editor.text == line)
    }

    @Test(arguments: [
      ("\r", LineEditor.Outcome.entered("ab")), ("\u{3}", .interrupted), ("\u{1A}", .suspended),
      ("\u{C}", .redrawn), ("x", .changed), ("\u{4}", .unchanged), ("\u{1B}[D", .changed),
      ("\u{1B}[C", .unchanged), ("\u{1B}[24~", .unchanged),
    ]) func keysLeadToOutcomes(_ keys: String, _ outcome: LineEditor.Outcome) {
      var (decoder, editor) = (TerminalDecoder(), LineEditor(text: "ab"))
      #expect(decoder.take(keys.utf8).map { editor.take($0) } == [outcome])
    }

    @Test func theEndOfInputIsOneInAnEmptyLine() {
      var editor = LineEditor()
      #expect(editor.take(.key(KeyStroke(.character("d"), .control))) == .endOfInput)
      #expect(editor.take(.end) == .endOfInput)
    }
  }
}
