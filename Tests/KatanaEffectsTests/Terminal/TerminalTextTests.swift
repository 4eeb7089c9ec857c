import KatanaEffects
import Testing

@Suite struct TerminalTextTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("ä", 1), ("a\u{308}", 1), ("日本", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2),
    ("🙂", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("\u{200B}", 0), ("é漢", 3),
    ("\u{1B}[31mred\u{1B}[0m", 3), ("a\tb", 9), ("\u{7}x", 1), ("ᄒ", 2), ("क्षि", 1), ("─", 1),
  ]) func textTakesColumns(_ text: String, _ width: Int) {
    #expect(TerminalText.width(of: text) == width)
  }

  @Test(arguments: [
    ("abcdef", 3, "abc"), ("日本", 3, "日"), ("ab", 5, "ab"), ("a\nb", 5, "ab"), ("x", 0, ""),
    ("\u{1B}[1mabc\u{1B}[0m", 2, "\u{1B}[1mab\u{1B}[0m"), ("a\tb", 20, "a       b"),
    ("\u{1B}[2Jx\u{1B}]0;t", 9, "x0;t"),
  ]) func textIsCutAtAWidth(_ text: String, _ columns: Int, _ result: String) {
    #expect(TerminalText.clipped(text, to: columns) == result)
  }
}
