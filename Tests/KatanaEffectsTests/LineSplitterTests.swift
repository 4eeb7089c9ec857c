import KatanaEffects
import Testing

@Suite struct LineSplitterTests {
  private func split(_ pieces: String..., limit: Int = 100) -> (lines: [TextLine], rest: TextLine?)
  {
    var splitter = LineSplitter(limit: limit)
    let lines = pieces.flatMap { splitter.take(Array($0.utf8)) }
    let rest = splitter.finish()
    #expect(!splitter.isWithinLine)
    return (lines, rest)
  }

  private func lines(_ pieces: String...) -> (lines: [String], rest: String?) {
    var splitter = LineSplitter(limit: 100)
    let lines = pieces.flatMap { splitter.take(Array($0.utf8)) }
    return (lines.map(\.text), splitter.finish()?.text)
  }

  @Test func aLineIsCompleteWithItsLineFeed() {
    #expect(lines("a\nb\n\nc") == (["a", "b", ""], "c"))
    #expect(lines("a", "b", "\n") == (["ab"], nil))
    #expect(lines("a\r\n", "b\r", "\nc\r\rd\n") == (["a", "b", "c\r\rd"], nil))
    #expect(lines("a\rb\n", "c\r") == (["a\rb"], "c"))
    #expect(lines() == ([], nil))
    #expect(lines("") == ([], nil))
  }

  @Test func aCharacterInTwoPiecesIsKept() {
    var splitter = LineSplitter()
    let bytes = Array("zäh…🍵\n".utf8)
    for byte in bytes.dropLast() {
      #expect(splitter.take(CollectionOfOne(byte)) == [])
      #expect(splitter.isWithinLine)
    }
    #expect(splitter.take([bytes[bytes.count - 1]]) == [TextLine("zäh…🍵")])
  }

  @Test func bytesMayComeInAnyCollection() {
    let bytes = Array("one\r\ntwo\nrest".utf8)
    for limit in 1...5 {
      var (array, list) = (LineSplitter(limit: limit), LineSplitter(limit: limit))
      #expect(array.take(bytes) == list.take(AnyCollection(bytes.reversed().reversed())))
      #expect(array.finish() == list.finish())
    }
  }

  @Test func bytesThatAreNotTextAreReplaced() {
    var splitter = LineSplitter()
    #expect(splitter.take([0x41, 0xFF, 0x42, 0x0A]) == [TextLine("A\u{FFFD}B")])
  }

  @Test func theRestOfALongLineIsLeftOut() {
    let cut = TextLine("1234", isCut: true)
    #expect(split("12345678\nab\n", limit: 4) == ([cut, TextLine("ab")], nil))
    #expect(split("12", "34", "5678", "\nab", limit: 4) == ([cut], TextLine("ab")))
    #expect(
      split("1234\r\n1234\n12345\r\n", limit: 4) == (
        [TextLine("1234"), TextLine("1234"), cut], nil
      ))
    #expect(split("12345", limit: 4) == ([], cut))
    #expect(split("äää\n", limit: 5) == ([TextLine("ää", isCut: true)], nil))
    #expect(
      split("12🍵\n", "1🍵\n", limit: 5) == ([TextLine("12", isCut: true), TextLine("1🍵")], nil))
  }

  @Test func whatIsKeptNeverExceedsTheLimit() {
    var splitter = LineSplitter(limit: 10)
    for _ in 0..<1_000 { #expect(splitter.take(Array(repeating: 0x61, count: 1_000)) == []) }
    #expect(splitter.finish() == TextLine(String(repeating: "a", count: 10), isCut: true))
  }

  @Test func theLimitMayBeAnyNumberAndMayChange() {
    #expect(split("ab\n", limit: .max) == ([TextLine("ab")], nil))
    var splitter = LineSplitter(limit: 10)
    _ = splitter.take(Array("12345".utf8))
    splitter.limit = 2
    #expect(splitter.take(Array("6\n".utf8)) == [TextLine("12", isCut: true)])
  }
  @Test func aLineThatWasCutStaysCutWhenTheLimitGrows() {
    var splitter = LineSplitter(limit: 3)
    _ = splitter.take(Array("abcdef".utf8))
    splitter.limit = 10
    let lines = splitter.take(Array("g\nabcdef\n".utf8))
    #expect(lines.map(\.isCut) == [true, false])
    #expect(lines.first?.text.hasPrefix("abc") == true)
    #expect("abcdef".hasPrefix(lines.first?.text ?? "-"))
    #expect(lines.last == TextLine("abcdef"))
  }

  @Test func aCarriageReturnAtTheLimitIsNotTheEndOfALine() {
    #expect(split("abc\rxyz\n", limit: 3) == ([TextLine("abc", isCut: true)], nil))
    #expect(split("abc\r", "xyz\n", limit: 3) == ([TextLine("abc", isCut: true)], nil))
    #expect(split("abc\r", "\n", limit: 3) == ([TextLine("abc")], nil))
  }
}
