import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct LineCutterTests {
    private func lines(_ pieces: [String], limit: Int = 100) -> (lines: [String], rest: String?) {
      var splitter = LineCutter(limit: limit)
      let lines = pieces.flatMap { splitter.take(Array($0.utf8)) }
      return (lines, splitter.finish())
    }

    @Test func aLineIsCompleteWithItsLineFeed() {
      #expect(lines(["a\nb\n\nc"]) == (["a", "b", ""], "c"))
      #expect(lines(["a", "b", "\n"]) == (["ab"], nil))
      #expect(lines(["a\r\n", "b\r", "\nc\r\rd\n"]) == (["a", "b", "c\r\rd"], nil))
      #expect(lines([]) == ([], nil))
      #expect(lines([""]) == ([], nil))
    }

    @Test func aCharacterInTwoPiecesIsKept() {
      var splitter = LineCutter(limit: 100)
      let bytes = Array("zäh…🍵\n".utf8)
      for byte in bytes.dropLast() { #expect(splitter.take([byte]) == []) }
      #expect(splitter.take([bytes[bytes.count - 1]]) == ["zäh…🍵"])
    }

    @Test func bytesThatAreNotTextAreReplaced() {
      var splitter = LineCutter(limit: 100)
      #expect(splitter.take([0x41, 0xFF, 0x42, 0x0A]) == ["A\u{FFFD}B"])
    }

    @Test func theRestOfALongLineIsLeftOut() {
      #expect(lines(["12345678\nab\n"], limit: 4) == (["1234", "ab"], nil))
      #expect(lines(["12", "34", "5678", "\nab"], limit: 4) == (["1234"], "ab"))
      #expect(lines(["1234\r\n1234\n12345\r\n"], limit: 4) == (["1234", "1234", "1234"], nil))
      #expect(lines(["äää\n"], limit: 5) == (["ää"], nil))
      #expect(lines(["12🍵\n", "1🍵\n"], limit: 5) == (["12", "1🍵"], nil))
    }

    @Test func whatIsKeptNeverExceedsTheLimit() {
      var splitter = LineCutter(limit: 10)
      for _ in 0..<1_000 { #expect(splitter.take(Array(repeating: 0x61, count: 1_000)) == []) }
      #expect(splitter.finish() == String(repeating: "a", count: 10))
    }
  }
}
