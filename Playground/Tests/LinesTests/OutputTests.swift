import KatanaConsole
import Terminal
import Testing

@Suite struct OutputTests {
  let table = Table(
    [
      Table.Column("TITLE", .strong, isClipped: true), Table.Column("SLUG", .link),
      Table.Column("LIKES", isRightAligned: true), Table.Column("TAGS", .faint, isClipped: true),
    ],
    rows: [
      ["A B", "a-b", "12", "x, y"], ["A long title of a text", "a-longer-slug", "1", ""],
    ])

  @Test func aTableIsAlignedWithoutTrailingSpace() {
    #expect(
      Output(table).lines(in: .plain) == [
        "TITLE                   SLUG           LIKES  TAGS",
        "A B                     a-b               12  x, y",
        "A long title of a text  a-longer-slug      1",
      ])
  }

  @Test func aTableFitsTheWidthAndSlugsStayWhole() {
    let lines = Output(table).lines(in: Style(hasColor: false, width: 44))
    #expect(
      lines == [
        "TITLE             SLUG           LIKES  TAGS",
        "A B               a-b               12  x, y",
        "A long title of…  a-longer-slug      1",
      ])
    let narrow = Output(table).lines(in: Style(hasColor: false, width: 10))
    #expect(narrow.last == "A lon…  a-longer-slug      1")
  }

  @Test func columnsThatDoNotFitAreLeftOutFromTheRight() {
    var table = table
    for index in 2...3 { table.columns[index].isOptional = true }
    func lines(_ width: Int) -> [String] {
      Output(table).lines(in: Style(hasColor: false, width: width))
    }
    #expect(lines(40)[1] == "A B           a-b               12  x, y")
    #expect(lines(28)[1] == "A B     a-b               12")
    #expect(lines(27)[1] == "A B           a-b")
    #expect(lines(10)[1] == "A B     a-b")
  }

  @Test func wideCharactersTakeTwoColumns() {
    let table = Table(
      [Table.Column("TITLE", isClipped: true), Table.Column("SLUG")],
      rows: [["日本語", "a"], ["A B", "b"]])
    #expect(
      Output(table).lines(in: .plain) == ["TITLE   SLUG", "日本語  a", "A B     b"])
    let long = Table([Table.Column(isClipped: true)], rows: [["日本語日本語"]])
    #expect(Output(long).lines(in: Style(hasColor: false, width: 8)) == ["日本語…"])
  }

  @Test func coloursDoNotDisturbTheAlignment() {
    let colored = Output(table).lines(in: Style(hasColor: true))
    let plain = Output(table).lines(in: .plain)
    #expect(colored != plain)
    let bare = colored.map { $0.replacing(/\u{1B}\[[0-9]+m/, with: "") }
    #expect(bare == plain)
  }

  @Test func aParagraphBreaksBetweenWordsAndFitsTheWidth() {
    let text = Array(repeating: "word", count: 40).joined(separator: " ")
    for (width, limit) in [(nil, 80), (40, 40), (200, 80)] as [(Int?, Int)] {
      let lines = Output([.paragraph(text)]).lines(in: Style(hasColor: false, width: width))
      #expect(lines.allSatisfy { $0.count <= limit } && lines[0].count > limit - 5)
      #expect(lines.joined(separator: " ") == text)
    }
  }

  @Test func aParagraphKeepsItsIndentation() {
    let text = "Code: \n\n    let a = 1\n  a b c d e"
    let lines = Output([.paragraph(text)]).lines(in: Style(hasColor: false, width: 14))
    #expect(lines == ["Code:", "", "    let a = 1", "  a b c d e"])
    let code = Output([.paragraph("\tlet a  = 1\n\tlet bc = 2")]).lines(in: .plain)
    #expect(code == ["    let a  = 1", "    let bc = 2"])
    let narrow = Output([.paragraph(text)]).lines(in: Style(hasColor: false, width: 9))
    #expect(narrow == ["Code:", "", "    let a", "    = 1", "  a b c d", "  e"])
  }

  @Test func eachFailureIsALineForTheStandardError() {
    let failure = Output.failure(["one", "two"])
    #expect(failure.lines(in: .plain) == ["error: one", "error: two"])
    #expect(Print(failure, in: .plain) == Print("error: one\nerror: two", to: .standardError))
    #expect(failure.lines(in: Style(hasColor: true))[0] == "\u{1B}[31merror:\u{1B}[0m one")
    #expect(Print(.success("one"), in: .plain) == Print("one"))
  }

  @Test func aFailureOfAScriptNamesItsLine() {
    #expect(
      Output.failure(["one", "two"]).naming(line: 3).lines(in: .plain)
        == ["error: line 3: one", "error: line 3: two"])
    #expect(Output.success("one").naming(line: 3) == .success("one"))
    let event = Output.failure(["one"]).ofNoLine
    #expect(event.naming(line: 3) == event)
    let json = Output.failure(["one"]).json(["a": 1]).naming(line: 3)
    #expect(json.lines(in: Style(hasColor: false, isJSON: true)) == [#"{"a":1}"#])
  }

  @Test func textsOfOthersCannotControlTheTerminal() {
    let text = "\u{1B}[2J\u{7}Boo\nerror: forged"
    #expect(Output(Output.Span(text)).lines(in: .plain) == ["Boo error: forged"])
    #expect(Output.failure([text]).lines(in: .plain) == ["error: Boo error: forged"])
    let table = Table([Table.Column()], rows: [[text]])
    #expect(Output(table).lines(in: .plain) == ["Boo error: forged"])
    #expect(Output([.paragraph("\u{1B}]0;x\u{7}text")]).lines(in: .plain) == ["text"])
  }

  @Test func textsOfOthersCannotChangeTheDirectionOfTheLine() {
    let controls = [0x202A...0x202E, 0x2066...0x2069].joined().compactMap(Unicode.Scalar.init)
    for control in controls {
      let text = "a\(Character(control))b"
      #expect(Output(Output.Span(text)).lines(in: .plain) == ["ab"])
    }
    let family = "\u{1F469}\u{200D}\u{1F466}"
    #expect(Output(Output.Span(family)).lines(in: .plain) == [family])
  }

  @Test(arguments: [
    ("a\u{200B}d\u{200C}a\u{2060}", "ada"), ("\u{FEFF}ada", "ada"), ("so\u{AD}ft", "soft"),
    ("1\u{200D}2\u{FE0F}", "12"), ("a\u{E0061}b", "ab"), ("e\u{301}\u{34F}", "e\u{301}"),
    ("\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}"),
    ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"), ("1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
    ("日本語", "日本語"), ("\u{3164}", ""),
  ])
  func whatNobodySeesIsLeftOut(text: String, shown: String) {
    #expect(Output(Output.Span(text)).lines(in: .plain) == [shown])
    #expect(Output([.paragraph(text)]).lines(in: .plain) == [shown])
  }

  @Test func durationsAreInSeconds() {
    #expect(Duration.seconds(1).inSeconds == "1 second")
    #expect(Duration.seconds(5).inSeconds == "5 seconds")
    #expect(Duration.milliseconds(500).inSeconds == "0.5 seconds")
  }

  @Test func aProgramReadsOneObjectALine() {
    let style = Style(hasColor: true, isJSON: true)
    #expect(Output.success("one").lines(in: style) == [#"{"message":"one"}"#])
    #expect(Output(table).json(["a": [1]]).lines(in: style) == [#"{"a":[1]}"#])
    #expect(Output.failure(["one", "two"]).lines(in: style) == [#"{"errors":["one","two"]}"#])
    #expect(
      Output.failure(["one"]).naming(line: 3).lines(in: style) == [#"{"errors":["line 3: one"]}"#])
  }
}
