import Terminal
import Testing

@Suite struct LineEditorTests {
  private static let (up, down) = ("\u{1B}[A", "\u{1B}[B")
  private static let (right, left) = ("\u{1B}[C", "\u{1B}[D")

  /// What the keys lead to, without the changes in between.
  private func events(_ keys: String, keeping: @escaping @Sendable (String) -> Bool = { _ in true })
    -> [LineEditor.Event]
  {
    var editor = LineEditor(keeping: keeping)
    return keys.utf8.compactMap { editor.take($0) }.filter { $0 != .changed }
  }

  private func lines(_ keys: String) -> [String] {
    events(keys).compactMap { if case .line(let line) = $0 { line } else { nil } }
  }

  @Test func charactersMakeALine() { #expect(lines("héllo 🙂\r") == ["héllo 🙂"]) }

  @Test(arguments: [
    ("abc\u{7F}d\n", "abd"), ("abc\(Self.left)\(Self.left)x\n", "axbc"),
    ("ab\(Self.left)\(Self.right)c\n", "abc"),
    ("abc\u{1}x\n", "xabc"), ("abc\u{1}\u{5}x\n", "abcx"), ("abc\u{15}x\n", "x"),
    ("abc\(Self.left)\u{B}\n", "ab"), ("one two  \u{17}x\n", "one x"),
    ("abc\(Self.left)\u{1B}[3~\n", "ab"),
    ("abc\u{1B}[H\u{4}\n", "bc"), ("a\u{1B}OHb\n", "ba"),
  ])
  func keysEdit(keys: String, line: String) { #expect(lines(keys) == [line]) }

  @Test func unknownSequencesAreIgnoredAsAWhole() {
    #expect(lines("a\u{1B}[1;5Db\u{1B}[24~c\u{0}\n") == ["abc"])
  }

  @Test func aLoneEscapeDoesNotSwallowTheNextKey() { #expect(lines("ab\u{1B}\n") == ["ab"]) }

  @Test func linesOfTheHistoryAreShownAgain() {
    #expect(lines("one\ntwo\n\(Self.up)\(Self.up)\n") == ["one", "two", "one"])
    #expect(lines("one\ndraft\(Self.up)\(Self.down)s\n") == ["one", "drafts"])
    #expect(lines("one\n\(Self.up)\(Self.up)\(Self.up)!\n") == ["one", "one!"])
  }

  @Test func aLineWithAPasswordIsNotShownAgain() {
    let found = events("login a b\n\(Self.up)\n") { !$0.hasPrefix("login") }
    #expect(found == [.line("login a b"), .line("")])
  }

  @Test func ctrlDEndsTheInputOnlyWhereTheLineIsEmpty() {
    #expect(events("\u{4}") == [.end])
    #expect(events("a\u{4}\n") == [.line("a")])
  }

  @Test func theTextIsWhatStandsOnBothSidesOfTheCursor() {
    var editor = LineEditor()
    for byte in "abc\(Self.left)".utf8 { _ = editor.take(byte) }
    #expect(editor.text == "abc" && editor.after == ["c"])
  }
}
