import KatanaConsole
import Testing

extension RealEffects {
  @Suite struct TerminalDecoderTests {
    struct Row: Sendable, CustomTestStringConvertible {
      var bytes: String
      var events: [TerminalEvent]
      var testDescription: String { bytes.debugDescription }

      init(_ bytes: String, _ events: TerminalEvent...) {
        self.bytes = bytes
        self.events = events
      }

      init(_ bytes: String, _ key: TerminalKey, _ modifiers: KeyModifiers = []) {
        self.bytes = bytes
        self.events = [.key(KeyStroke(key, modifiers))]
      }
    }

    static let rows: [Row] = [
      Row("a", .character("a")), Row("€", .character("€")), Row("𝄞", .character("𝄞")),
      Row("\r", .enter), Row("\n", .enter), Row("\t", .tab), Row("\u{7F}", .backspace),
      Row("\u{8}", .backspace), Row("\u{1}", .character("a"), .control),
      Row("\u{1A}", .character("z"), .control), Row("\u{0}", .character(" "), .control),
      Row("\u{1C}", .character("\\"), .control), Row("\u{1F}", .character("_"), .control),
      Row("\u{1B}a", .character("a"), .alt), Row("\u{1B}€", .character("€"), .alt),
      Row("\u{1B}\u{7F}", .backspace, .alt), Row("\u{1B}\u{1}", .character("a"), [.alt, .control]),
      Row("\u{1B}[A", .up), Row("\u{1B}OA", .up), Row("\u{1B}[1;5D", .left, .control),
      Row("\u{1B}[1;2C", .right, .shift), Row("\u{1B}[1;3B", .down, .alt),
      Row("\u{1B}[1;8A", .up, [.shift, .alt, .control]), Row("\u{1B}\u{1B}[C", .right, .alt),
      Row("\u{1B}[H", .home), Row("\u{1B}[1~", .home), Row("\u{1B}[7~", .home),
      Row("\u{1B}OF", TerminalKey.end), Row("\u{1B}[4~", TerminalKey.end),
      Row("\u{1B}[5~", .pageUp),
      Row("\u{1B}[6;5~", .pageDown, .control), Row("\u{1B}[2~", .insert), Row("\u{1B}[3~", .delete),
      Row("\u{1B}OP", .function(1)), Row("\u{1B}[1;5S", .function(4), .control),
      Row("\u{1B}[[B", .function(2)), Row("\u{1B}[15~", .function(5)),
      Row("\u{1B}[21~", .function(10)), Row("\u{1B}[24;2~", .function(12), .shift),
      Row("\u{1B}[34~", .function(20)), Row("\u{1B}[Z", .tab, .shift),
      Row("\u{1B}[97;5u", .character("a"), .control), Row("\u{1B}[27;5;13~", .enter, .control),
      Row("\u{1B}[13;2u", .enter, .shift), Row("\u{1B}[27u", .escape),
      Row("\u{1B}[9;2u", .tab, .shift), Row("\u{1B}[122:90;4u", .character("Z"), .alt),
      Row("\u{1B}[99:67;6u", .character("c"), [.control, .shift]),
      Row("\u{1B}[1089::99;5u", .character("c"), .control),
      Row("\u{1B}[45:95;6u", .character("_"), .control),
      Row("\u{1B}[47;5u", .character("_"), .control), Row("\u{1B}[57414u", .enter),
      Row("\u{1B}[57404u", .character("5")), Row("\u{1B}[57419;129u", .up),
      Row("\u{1B}[57376u", .function(13)), Row("\u{1B}[1;129A", .up),
      Row("\u{1B}[1;69D", .left, .control),
      Row("\u{1B}[57358u", .unknown(Array("\u{1B}[57358u".utf8))),
      Row("\u{1B}[97;17u", .unknown(Array("\u{1B}[97;17u".utf8))),
      Row("\u{1B}[I", .focus(true)), Row("\u{1B}[O", .focus(false)),
      Row("\u{1B}[200~a\r\nb\rc\u{1B}[A\u{1B}[201~", .paste("a\nb\nc\u{1B}[A")),
      Row("\u{1B}[<0;3;4M", .mouse(MouseEvent(.pressed(button: 0), column: 2, row: 3))),
      Row("\u{1B}[<2;3;4m", .mouse(MouseEvent(.released(button: 2), column: 2, row: 3))),
      Row("\u{1B}[<32;1;1M", .mouse(MouseEvent(.moved(button: 0), column: 0, row: 0))),
      Row("\u{1B}[<35;1;1M", .mouse(MouseEvent(.moved(button: nil), column: 0, row: 0))),
      Row("\u{1B}[<64;1;1M", .mouse(MouseEvent(.scrolledUp, column: 0, row: 0))),
      Row(
        "\u{1B}[<81;9;9M",
        .mouse(MouseEvent(.scrolledDown, column: 8, row: 8, modifiers: .control))),
      Row("\u{1B}[M !!", .mouse(MouseEvent(.pressed(button: 0), column: 0, row: 0))),
      Row(
        "\u{1B}[M\"*+\u{1B}[M#*+", .mouse(MouseEvent(.pressed(button: 2), column: 9, row: 10)),
        .mouse(MouseEvent(.released(button: 2), column: 9, row: 10))),
      Row("\u{1B}[M@!\r", .unknown(Array("\u{1B}[M@!\r".utf8))),
      Row("\u{1B}[M@!!", .mouse(MouseEvent(.moved(button: 0), column: 0, row: 0))),
      Row("\u{1B}[MC!!", .mouse(MouseEvent(.moved(button: nil), column: 0, row: 0))),
      Row("\u{1B}[M`!!", .mouse(MouseEvent(.scrolledUp, column: 0, row: 0))),
      Row("\u{1B}[Mq!!", .mouse(MouseEvent(.scrolledDown, column: 0, row: 0, modifiers: .control))),
      Row(
        "\u{1B}[M !\u{1B}[A", .unknown(Array("\u{1B}[M !".utf8)), .key(KeyStroke(.up))),
      Row("\u{1B}OM", .enter),
      Row("\u{1B}[99X", .unknown(Array("\u{1B}[99X".utf8))),
      Row("\u{1B}[1;99A", .unknown(Array("\u{1B}[1;99A".utf8))),
      Row("\u{1B}]11;rgb:0/0/0\u{7}", .unknown(Array("\u{1B}]11;rgb:0/0/0\u{7}".utf8))),
      Row("\u{1B}P1\u{1B}\\", .unknown(Array("\u{1B}P1\u{1B}\\".utf8))),
      Row(
        "\u{1B}[1\u{1}", .unknown(Array("\u{1B}[1".utf8)),
        .key(KeyStroke(.character("a"), .control))),
      Row("\u{1B}]0\r", .unknown(Array("\u{1B}]0".utf8)), .key(KeyStroke(.enter))),
      Row("\u{1B}]11;a\u{1B}[A", .unknown(Array("\u{1B}]11;a".utf8)), .key(KeyStroke(.up))),
      Row("\u{1B}]a", .key(KeyStroke(.character("]"), .alt)), .key(KeyStroke(.character("a")))),
      Row("\u{1B}Px", .key(KeyStroke(.character("P"), .alt)), .key(KeyStroke(.character("x")))),
      Row("\u{1B}_x", .key(KeyStroke(.character("_"), .alt)), .key(KeyStroke(.character("x")))),
      Row("\u{1B}_Gi=1\u{1B}\\", .unknown(Array("\u{1B}_Gi=1\u{1B}\\".utf8))),
      Row("\u{1B}^", .character("^"), .alt),
      Row("\u{1B}[\u{1B}[A", .key(KeyStroke(.character("["), .alt)), .key(KeyStroke(.up))),
      Row("\u{1B}\u{1B}x", .key(KeyStroke(.escape, .alt)), .key(KeyStroke(.character("x")))),
    ]

    @Test(arguments: rows) func bytesBecomeEvents(_ row: Row) {
      var decoder = TerminalDecoder()
      #expect(decoder.take(row.bytes.utf8) == row.events)
      #expect(decoder.open == nil)
      #expect(decoder.finish() == [])
    }

    /// A slow line divides the bytes of a key. Only a lone escape is a key after a pause.
    @Test(arguments: rows) func aSequenceThatHasBegunIsWaitedFor(_ row: Row) {
      let bytes = Array(row.bytes.utf8)
      for cut in bytes.indices.dropFirst() {
        var decoder = TerminalDecoder()
        var events = decoder.take(bytes[..<cut])
        if decoder.open != nil { continue }
        events += decoder.timeout() + decoder.take(bytes[cut...])
        #expect(events == row.events, "after \(cut) bytes")
      }
    }

    @Test(arguments: [
      ("\u{1B}", TerminalEvent.key(KeyStroke(.escape))),
      ("\u{1B}\u{1B}", .key(KeyStroke(.escape, .alt))),
    ]) func afterSomeTimeAnEscapeIsAKey(_ bytes: String, _ event: TerminalEvent) {
      var decoder = TerminalDecoder()
      #expect(decoder.take(bytes.utf8) == [])
      #expect(decoder.open == .escape)
      #expect(decoder.timeout() == [event])
      #expect(decoder.open == nil)
      #expect(decoder.take("a".utf8) == [.key(KeyStroke(.character("a")))])
    }

    @Test(arguments: [
      ("\u{1B}[", TerminalEvent.key(KeyStroke(.character("["), .alt))),
      ("\u{1B}O", .key(KeyStroke(.character("O"), .alt))),
      ("\u{1B}]", .key(KeyStroke(.character("]"), .alt))),
      ("\u{1B}[M !", .unknown(Array("\u{1B}[M !".utf8))),
      ("\u{1B}[12", .unknown(Array("\u{1B}[12".utf8))),
      ("\u{1B}]11;a", .unknown(Array("\u{1B}]11;a".utf8))),
      ("\u{1B}[200~half", .paste("half")),
    ]) func atTheEndWhatHasBegunIsKept(_ bytes: String, _ event: TerminalEvent) {
      var decoder = TerminalDecoder()
      #expect(decoder.take(bytes.utf8) == [])
      #expect(decoder.finish() == [event])
      #expect(decoder.finish() == [])
    }

    /// Its end was lost, and all keys would be text of it.
    @Test func aPasteWithoutAnEndIsOverAfterSomeTime() {
      var decoder = TerminalDecoder()
      #expect(decoder.take("\u{1B}[200~".utf8) == [])
      #expect(decoder.open == .paste)
      #expect(decoder.timeout() == [])
      #expect(decoder.take("\u{1B}[200~half".utf8) == [])
      #expect(decoder.timeout() == [.paste("half")])
      #expect(decoder.take("a".utf8) == [.key(KeyStroke(.character("a")))])
    }

    /// Neither a character nor a line end is divided, and nothing of a paste is a key.
    @Test(arguments: ["é", "a\r\n", "👩‍👩‍👧", "\u{1B}[201\r"])
    func aLongPasteIsReportedInPieces(_ text: String) {
      for offset in 0..<4 {
        let whole = String(repeating: "x", count: offset) + String(repeating: text, count: 700_000)
        var decoder = TerminalDecoder()
        var (joined, longest) = ("", 0)
        for event in decoder.take("\u{1B}[200~\(whole)\u{1B}[201~".utf8) {
          guard case .paste(let piece) = event else { Issue.record("\(event)"); return }
          joined += piece
          longest = max(longest, piece.utf8.count)
        }
        #expect(joined == whole.replacing("\r\n", with: "\n").replacing("\r", with: "\n"))
        #expect(longest <= 1 << 20)
        #expect(decoder.take("a".utf8) == [.key(KeyStroke(.character("a")))])
      }
    }

    @Test func brokenCharactersAreReported() {
      var decoder = TerminalDecoder()
      #expect(decoder.take([0xFF]) == [.unknown([0xFF])])
      #expect(decoder.take([0xC3, 0x61]) == [.unknown([0xC3]), .key(KeyStroke(.character("a")))])
      #expect(decoder.take([0xE2, 0x82]) == [])
      #expect(decoder.finish() == [.unknown([0xE2, 0x82])])
    }

    /// Such terminals send columns from 96 on as bytes that are not ASCII, and none from 224 on.
    @Test func oldMouseReportsReachFarColumns() {
      var decoder = TerminalDecoder()
      let mouse = MouseEvent(.pressed(button: 0), column: 222, row: 99)
      #expect(decoder.take([0x1B, 0x5B, 0x4D, 32, 255, 132]) == [.mouse(mouse)])
      let tooFar: [UInt8] = [0x1B, 0x5B, 0x4D, 32, 0, 33]
      #expect(decoder.take(tooFar) == [.unknown(tooFar)])
    }

    /// Divides random sequences at random places. The events must not depend on the division, and
    /// every byte must be in one of them.
    @Test func everyDivisionGivesTheSameEvents() {
      var random = SplitMix(state: 7)
      let pieces =
        Self.rows.map { Array($0.bytes.utf8) } + [
          [0x1B], [0xC3], [0x5B], [0x9B], [0x1B, 0x5B, 0x31],
        ]
      for _ in 0..<300 {
        let bytes = (0..<6).flatMap { _ in pieces[Int(random.next() % UInt64(pieces.count))] }
        var whole = TerminalDecoder()
        let expected = whole.take(bytes) + whole.finish()
        for cut in bytes.indices {
          var divided = TerminalDecoder()
          let events = divided.take(bytes[..<cut]) + divided.take(bytes[cut...]) + divided.finish()
          #expect(events == expected)
        }
      }
    }

    @Test func noByteIsLostWhateverComes() {
      var random = SplitMix(state: 3)
      for _ in 0..<2_000 {
        let bytes = (0..<40).map { _ in
          let byte = UInt8(truncatingIfNeeded: random.next())
          return random.next() % 4 == 0 ? [0x1B, 0x5B, 0x3B, 0x31][Int(byte % 4)] : byte
        }
        var decoder = TerminalDecoder()
        let events = decoder.take(bytes) + decoder.finish()
        let unknown = events.reduce(0) { count, event in
          if case .unknown(let bytes) = event { count + bytes.count } else { count }
        }
        #expect(events.count <= bytes.count && (unknown > 0 || !events.isEmpty))
        #expect(decoder.open == nil)
      }
    }
  }
}
