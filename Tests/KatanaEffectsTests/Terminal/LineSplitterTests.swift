import KatanaEffects
import Testing

@Suite struct LineSplitterTests {
  @Test(
    arguments: [
      ("", []), ("a\n", [LineEvent.line("a")]), ("a", [.line("a")]), ("\n", [.line("")]),
      ("a\r\nb\r\n", [.line("a"), .line("b")]), ("a\rb\n", [.line("a\rb")]), ("a\r", [.line("a")]),
      ("123\n", [.line("123")]), ("123\r\n", [.line("123")]), ("1234\n", [.tooLong(limit: 3)]),
      ("1234", [.tooLong(limit: 3)]), ("12345678\nab\n", [.tooLong(limit: 3), .line("ab")]),
      ("€\n", [.line("€")]),
    ] as [(String, [LineEvent])])
  func bytesBecomeLines(_ bytes: String, _ lines: [LineEvent]) {
    var splitter = LineSplitter(limit: 3)
    var found = bytes.utf8.compactMap { splitter.take($0) }
    if let last = splitter.finish() { found.append(last) }
    #expect(found == lines)
    #expect(!splitter.isWithinLine)
  }

  @Test func bytesThatAreNotTextAreReplaced() {
    var splitter = LineSplitter()
    #expect([0x61, 0xFF, 0x0A].compactMap { splitter.take($0) } == [.line("a\u{FFFD}")])
  }
}
