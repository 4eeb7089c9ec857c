import KatanaConsole
import Testing

extension RealEffects {
  @Suite struct TerminalTextTests {
    @Test(arguments: [
      ("", 0), ("abc", 3), ("ä", 1), ("a\u{308}", 1), ("日本", 4), ("한국", 4), ("ｱ", 1), ("Ａ", 2),
      ("🙂", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2), ("❤", 1), ("❤️", 2), ("\u{200B}", 0), ("é漢", 3),
      ("\u{1B}[31mred\u{1B}[0m", 3), ("a\tb", 9), ("\u{7}x", 1), ("ᄒ", 2), ("क्षि", 3), ("─", 1),
      ("น้ำ", 2), ("กำหนด", 5), ("ກຳ", 2), ("தமிழ்", 4), ("မြန်မာ", 5), ("বাংলা", 5), ("ខ្មែរ", 4),
      ("각", 2), ("ᄒ\u{1161}\u{11AB}", 2), ("ｶﾞ", 2), ("か\u{3099}", 2), ("عربى", 4), ("\u{600}", 1),
      ("co\u{AD}op", 5), ("👍🏽", 2), ("☝🏽", 2), ("❤\u{200D}🔥", 2), ("1️⃣", 2), ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2),
      ("1\u{301}", 1), ("\u{9B}31mred", 3), ("\u{2028}", 0), ("\u{17B4}", 0), ("𠀀", 2),
      ("\u{E000}", 1), ("\u{3FFFD}", 2),
    ]) func textTakesColumns(_ text: String, _ width: Int) {
      #expect(TerminalText.width(of: text) == width)
    }

    /// The properties that the standard library knows are a second source of the table. It may know
    /// a newer version of Unicode, so scalars that are newer than the table are left out.
    @Test func widthsAgreeWithTheStandardLibrary() {
      let shown: Set<Unicode.Scalar> = [
        "\u{AD}", "\u{600}", "\u{601}", "\u{602}", "\u{603}", "\u{604}", "\u{605}", "\u{6DD}",
        "\u{70F}", "\u{890}", "\u{891}", "\u{8E2}", "\u{110BD}", "\u{110CD}",
      ]
      var wrong: [Unicode.Scalar] = []
      for scalar in (0xA0...0x1FFFF).lazy.compactMap(Unicode.Scalar.init) {
        guard let age = scalar.properties.age, age.major <= 15 else { continue }
        // A nonspacing mark in Unicode 15, a spacing one in 16.
        if scalar == "\u{1171E}" { continue }
        let isEmpty =
          switch scalar.properties.generalCategory {
          case .nonspacingMark, .enclosingMark, .format: !shown.contains(scalar)
          case .lineSeparator, .paragraphSeparator: true
          default: false
          }
        let width = TerminalText.width(of: Character(scalar))
        // Vowels and final consonants of Hangul are drawn into the consonant before them.
        let isJoined = [0x1160...0x11FF, 0xD7B0...0xD7FF].contains { $0.contains(scalar.value) }
        if width == 0 ? !isEmpty && !isJoined : isEmpty { wrong.append(scalar) }
        // Most emoji are wide; regional indicators are wide only as a pair.
        let isIndicator = (0x1F1E6...0x1F1FF).contains(scalar.value)
        if scalar.properties.isEmojiPresentation, !isIndicator, width != 2 { wrong.append(scalar) }
      }
      #expect(wrong == [])
    }

    @Test(arguments: [
      ("abcdef", 3, "abc"), ("日本", 3, "日"), ("ab", 5, "ab"), ("a\nb", 5, "ab"), ("x", 0, ""),
      ("\u{1B}[1mabc\u{1B}[0m", 2, "\u{1B}[1mab\u{1B}[0m"), ("a\tb", 20, "a       b"),
      ("\u{1B}[2Jx\u{1B}]0;t", 9, "x"), ("กำหนด", 3, "กำห"), ("กำหนด", 4, "กำหน"),
      ("นน้ำ", 2, "น"), ("เน้ำ", 3, "เน้ำ"),
    ]) func textIsCutAtAWidth(_ text: String, _ columns: Int, _ result: String) {
      #expect(TerminalText.clipped(text, to: columns) == result)
    }

    /// Without a limit, such a character would be wider than the terminal.
    @Test func aLongClusterIsCutBetweenItsLetters() {
      let syllable = String(repeating: "\u{1100}", count: 50)
      #expect(syllable.count == 1)
      #expect(TerminalText.clipped(syllable, to: 7) == "\u{1100}\u{1100}\u{1100}")
    }

    static let link = "\u{1B}]8;;https://example.com\u{7}docs\u{1B}]8;;\u{7}"

    /// Each text, and what is left of it when only colours stay.
    @Test(arguments: [
      (link, "docs"), ("\u{1B}]8;;http://e\u{1B}\\docs\u{1B}]8;;\u{1B}\\", "docs"),
      ("\u{9D}8;;http://e\u{9C}docs\u{9D}8;;\u{9C}", "docs"), ("\u{1B}]0;t\u{9C}x", "x"),
      ("\u{1B}P1$r0m\u{1B}\\x", "x"), ("\u{90}q\u{9C}x", "x"), ("\u{1B}Xs\u{7}s\u{1B}\\x", "x"),
      ("\u{98}s\u{9C}x", "x"), ("\u{1B}^p\u{1B}\\x", "x"), ("\u{9E}p\u{9C}x", "x"),
      ("\u{1B}_Gi=1;AAAA\u{1B}\\x", "x"), ("\u{9F}G\u{9C}x", "x"),
      ("a\u{1B}(Bb\u{1B}#8c\u{1B}7d\u{1B}ce\u{1B}=f", "abcdef"), ("a\u{84}b\u{1B}Mc", "abc"),
      ("a\u{1B}[2Jb\u{9B}2Jc\u{1B}[1 qd\u{1B}[?25le", "abcde"), ("a\u{1B}[>4;2mb", "ab"),
      ("a\u{1B}[?4mb", "ab"), ("a\u{1B}[1 mb", "ab"), ("a\u{1B}[2\u{18}b", "ab"),
      ("a\u{1B}[2\u{1B}[2Jb", "ab"), ("a\u{1B}[2\u{9B}2Jb", "ab"), ("a\u{1B}[2é", "aé"),
      ("a\u{1B}[2\nJb", "ab"), ("a\u{1B}]0;t\u{1B}[2Jb", "ab"), ("a\u{1B}]0;\u{1A}b", "ab"),
      ("a\u{1B}", "a"), ("a\u{1B}[12", "a"), ("a\u{1B}]0;b", "a"), ("a\u{1B}P\u{1B}", "a"),
      ("a\u{1B}(", "a"), ("a\u{1B}\u{1B}[2Jb", "ab"), ("a\u{1B}éb", "aéb"),
      // The accents belong to the letters of the sequences for Swift, but not for a terminal.
      ("\u{1B}[2J\u{301}a", "\u{301}a"), ("\u{1B}[\u{301}2Ja", "\u{301}2Ja"),
      ("e\u{1B}[2J\u{301}", "é"), ("a\u{7F}b\u{0}c\u{85}d\u{2028}e", "abcde"),
    ]) func escapeSequencesAreRemoved(_ text: String, _ result: String) {
      #expect(TerminalText.clipped(text, to: 80) == result)
      #expect(TerminalText.plain(text).filter { $0 != " " } == result)
      #expect(TerminalText.width(of: text) == TerminalText.width(of: result))
    }

    @Test(arguments: [
      ("\u{1B}[1;38:2::1:2:3mx", "\u{1B}[1;38:2::1:2:3mx\u{1B}[0m"),
      ("\u{9B}31mx", "\u{1B}[31mx\u{1B}[0m"), ("\u{1B}[mx", "\u{1B}[mx\u{1B}[0m"),
      ("\u{1B}[3\u{7}1mx", "\u{1B}[31mx\u{1B}[0m"),
      ("\u{1B}[31m\u{301}x", "\u{1B}[31m\u{301}x\u{1B}[0m"),
    ]) func coloursStay(_ text: String, _ result: String) {
      #expect(TerminalText.clipped(text, to: 80) == result)
    }

    @Test(arguments: [
      ("\u{1B}[31mred\u{1B}[0m", false, "red"), ("a\nb\r\nc\rd\te", false, "a b c d e"),
      ("a\nb\r\nc\rd\te\u{2028}f", true, "a\nb\nc\nd e\nf"),
      ("a\u{202E}b\u{2066}c\u{200F}", false, "abc"),
      ("👩\u{200D}👧 e\u{301}", false, "👩\u{200D}👧 é"), ("a\r\u{1B}[m\nb", true, "a\n\nb"),
    ]) func textsOfOthersBecomePlain(_ text: String, _ keepsLines: Bool, _ result: String) {
      #expect(TerminalText.plain(text, keepsLines: keepsLines) == result)
    }

    /// Whatever a text contains, no control character but that of a colour is left.
    @Test func noTextControlsTheTerminal() {
      var random = SplitMix(state: 11)
      let parts: [Unicode.Scalar] = [
        "\u{1B}", "[", "]", "P", "X", "\\", "\u{9B}", "\u{9D}", "\u{9C}", "\u{7}", "\n", "\t", "m",
        "3",
        ";", "?", " ", "(", "é", "\u{301}", "\u{90}", "\u{7F}", "\u{18}", "น", "\u{E33}",
      ]
      for _ in 0..<3_000 {
        var text = String.UnicodeScalarView()
        for _ in 0..<12 { text.append(parts[Int(random.next() % UInt64(parts.count))]) }
        let clipped = TerminalText.clipped(String(text), to: 80)
        let colour = /\x1B\[[0-9;:]*m/.matchingSemantics(.unicodeScalar)
        let rest = clipped.replacing(colour, with: "").unicodeScalars
        let isControl = { (scalar: Unicode.Scalar) in
          scalar.properties.generalCategory == .control
        }
        #expect(!rest.contains(where: isControl))
        #expect(!TerminalText.plain(String(text)).unicodeScalars.contains(where: isControl))
      }
    }
  }
}
