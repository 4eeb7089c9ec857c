import Katana
import KatanaConsole
import KatanaRuntime
import KatanaTerminalViews
import KatanaTesting
import KatanaViews
import Testing

@testable import KatanaScreen

private struct Form: Model, Equatable {
  typealias Receives = FormMessage
  var text = ""
  /// What the model does with a text.
  var rule = Rule.take

  enum Rule { case take, uppercase, refuseDigits, keepThree }
}

private enum FormMessage: Message, Equatable { case changed(String), sent }

private struct FormUpdater: TypedUpdater {
  func update(model: inout Form, message: FormMessage) -> [any Command] {
    guard case .changed(let text) = message else { return [] }
    switch model.rule {
    case .take: model.text = text
    case .uppercase: model.text = text.uppercased()
    case .refuseDigits: if !text.contains(where: \.isNumber) { model.text = text }
    case .keepThree: model.text = String(text.prefix(3))
    }
    return []
  }
}

private func line(_ model: Form) -> ViewOf<Form> {
  .input("", model.text, FormMessage.changed, submit: .sent).width(.cells(12))
}

private func area(_ model: Form) -> ViewOf<Form> {
  .textArea("", model.text, FormMessage.changed).width(.cells(12))
}

/// A field of text: the model has the text, and the screen has the caret.
@Suite struct EditingTests {
  private func screen(
    _ text: String = "", _ rule: Form.Rule = .take, isArea: Bool = false
  ) throws -> TestScreen<Form> {
    let model = Form(text: text, rule: rule)
    if isArea { return try TestScreen(model, FormUpdater(), area, columns: 20, rows: 5) }
    return try TestScreen(model, FormUpdater(), line, columns: 20, rows: 5)
  }

  private func cursor(_ app: TestScreen<Form>) -> [Int]? {
    app.screen.cursor.map { [$0.row, $0.column] }
  }

  @Test func theRealCursorStandsAtTheCaret() throws {
    var app = try screen("abc")
    #expect(cursor(app) == [0, 3])
    app.press(.left)
    #expect(cursor(app) == [0, 2])
    app.type("x")
    #expect(app.runtime.model.text == "abxc" && cursor(app) == [0, 3])
    app.press(.home)
    #expect(cursor(app) == [0, 0])
    app.press(.end)
    #expect(cursor(app) == [0, 4])
  }

  /// What a person sees as one character is one step and one removal.
  @Test(arguments: ["👩‍👩‍👧", "🇩🇪", "👍🏽", "字", "e\u{301}"])
  func aCharacterIsWhatAPersonSees(_ character: String) throws {
    #expect(character.count == 1)
    var app = try screen("a\(character)b")
    app.press(.left, .backspace)
    #expect(app.runtime.model.text == "ab" && cursor(app) == [0, 1])
    app.handle(.paste(character))
    #expect(app.runtime.model.text == "a\(character)b")
    app.press(.left, .delete)
    #expect(app.runtime.model.text == "ab")
  }

  /// Terminals send an emoji scalar by scalar.
  @Test func scalarsThatBelongTogetherBecomeOneCharacter() throws {
    var app = try screen("z")
    app.press(.home)
    for scalar in "👩‍👩‍👧".unicodeScalars { app.press(.character(Character(scalar))) }
    #expect(app.runtime.model.text == "👩‍👩‍👧z")
    app.press(.backspace)
    #expect(app.runtime.model.text == "z" && cursor(app) == [0, 0])
  }

  @Test func aMarkJoinsTheLetterBeforeIt() throws {
    var app = try screen("eb")
    app.press(.left, .character("\u{301}"))
    #expect(app.runtime.model.text == "e\u{301}b" && cursor(app) == [0, 1])
    // A letter before one that has a mark does not get it.
    app = try screen("ax\u{301}")
    app.press(.home, .right, .character("e"))
    #expect(app.runtime.model.text == "aex\u{301}" && cursor(app) == [0, 2])
  }

  @Test func wideCharactersTakeTwoColumns() throws {
    var app = try screen("日本")
    #expect(cursor(app) == [0, 4])
    app.press(.left)
    #expect(cursor(app) == [0, 2])
    app = try screen("日本語日本語日本語")
    // A text that is wider than its field is moved.
    #expect(app.screen.cursor.map { $0.column < 12 } == true)
    #expect(app.screen.lines.first?.hasSuffix("語") == true)
  }

  @Test func theCaretKeepsItsPlaceInATextThatTheModelChanges() throws {
    var app = try screen("", .uppercase)
    app.type("abcd")
    app.press(.left, .left)
    app.type("x")
    #expect(app.runtime.model.text == "ABXCD" && cursor(app) == [0, 3])
    app.type("ß")
    #expect(app.runtime.model.text == "ABXSSCD" && cursor(app) == [0, 5])
  }

  @Test func theCaretStaysWhereTheModelRefusesAText() throws {
    var app = try screen("ab", .refuseDigits)
    app.press(.left)
    app.type("1")
    #expect(app.runtime.model.text == "ab" && cursor(app) == [0, 1])
    app.type("c")
    #expect(app.runtime.model.text == "acb" && cursor(app) == [0, 2])
    app = try screen("abc", .keepThree)
    app.type("d")
    #expect(app.runtime.model.text == "abc" && cursor(app) == [0, 3])
    app.press(.home)
    app.type("x")
    // What the model has cut off stands behind the caret.
    #expect(app.runtime.model.text == "xab" && cursor(app) == [0, 1])
  }

  @Test func aTextThatBecomesShorterElsewhereKeepsTheCaretInIt() throws {
    var app = try screen("abcdef")
    app.runtime.dispatch(FormMessage.changed("ab"))
    app.press(.left)
    #expect(app.screen.cursor.map { $0.column <= 2 } == true)
    app.type("x")
    #expect(app.runtime.model.text.count == 3)
  }

  @Test func aPasteIsOneMessageAndNoCommand() throws {
    var app = try screen("<>")
    app.press(.left)
    app.handle(.paste("one\ntwo\u{1B}[2J\t3"))
    #expect(!app.runtime.model.text.contains { $0.isNewline || $0 == "\u{1B}" })
    #expect(app.runtime.model.text.hasPrefix("<one") && app.runtime.model.text.hasSuffix(">"))
    var area = try screen("", isArea: true)
    area.handle(.paste("one\ntwo"))
    #expect(area.runtime.model.text == "one\ntwo" && cursor(area) == [1, 3])
  }

  /// A field has one line, and a password that was copied with its line end is the password. An area keeps
  /// what a person has written.
  @Test(arguments: [
    ("secret\n", "secret", "secret\n"), ("a\nb\n", "a b", "a\nb\n"), ("\n", " ", "\n"),
    ("a\tb", "a b", "a\tb"), ("\u{200E}a\u{200F}", "a", "\u{200E}a\u{200F}"),
    ("a\u{1B}[31mb\u{7}", "ab", "ab"), ("e\u{301}\n", "e\u{301}", "e\u{301}\n"),
  ])
  func aPasteIsCleanedForItsField(_ pasted: String, _ inLine: String, _ inArea: String) throws {
    for (isArea, expected) in [(false, inLine), (true, inArea)] {
      var app = try screen(isArea: isArea)
      app.handle(.paste(pasted))
      #expect(app.model.text == expected)
    }
  }

  @Test func anAreaIsEditedInLines() throws {
    var app = try screen("one\ntwo 字", isArea: true)
    #expect(cursor(app) == [1, 6])
    app.press(.up)
    #expect(cursor(app) == [0, 3])
    app.press(.enter)
    app.type("x")
    #expect(app.runtime.model.text == "one\nx\ntwo 字")
    app.press(.home, .backspace)
    #expect(app.runtime.model.text == "onex\ntwo 字" && cursor(app) == [0, 3])
  }

  /// As in a shell: in the line of the caret.
  @Test(arguments: [false, true]) func controlKeysEdit(_ isArea: Bool) throws {
    for (key, line, area) in [
      ("a", "x|one two", "zero\nx|one two"), ("e", "one twox|", "zero\none twox|"),
      ("u", "x|two", "zero\nx|two"), ("k", "one x|", "zero\none x|"),
      ("w", "x|two", "zero\nx|two"),
    ] as [(Character, String, String)] {
      var app = try screen(isArea ? "zero\none two" : "one two", isArea: isArea)
      app.press(.end)
      for _ in 0..<3 { app.press(.left) }
      app.press(.character(key), modifiers: .control)
      app.press(.character("x"))
      let expected = (isArea ? area : line)
      #expect(app.model.text == expected.replacing("|", with: ""), "Ctrl-\(key)")
      // With another modifier, it is no key of a field.
      let before = app.model.text
      app.press(.character(key), modifiers: [.control, .alt])
      #expect(app.model.text == before)
    }
  }

  @Test func wordsAreRemovedByOneKey() throws {
    var app = try screen("one two  three")
    app.press(.character("w"), modifiers: .control)
    #expect(app.runtime.model.text == "one two  ")
    app.press(.backspace, modifiers: .alt)
    #expect(app.runtime.model.text == "one ")
    app.press(.character("u"), modifiers: .control)
    #expect(app.runtime.model.text == "")
  }

  /// Random editing never loses the caret, and never makes a text that the model did not get.
  @Test func randomEditingKeepsTheCaretInTheText() throws {
    for seed in 0..<UInt64(40) {
      var random = SeededGenerator(seed: seed)
      var app = try screen(
        "a字👩‍👩‍👧e\u{301}", random.element(of: [.take, .uppercase, .keepThree]),
        isArea: random.isTrue(oneIn: 2))
      for _ in 0..<30 {
        let keys: [TerminalKey] = [
          .left, .right, .backspace, .delete, .home, .end, .up, .down, .character("x"),
          .character("\u{301}"), .character("\u{200D}"), .character("👧"), .character("字"),
        ]
        app.press(random.element(of: keys))
        #expect(app.screen.cursor.map { $0.column < 20 && $0.row < 5 } != false, "\(seed)")
      }
    }
  }

  /// Only the paragraphs that differ are divided again, and the lines are those of the whole text.
  @Test func theLinesOfAnEditedTextAreThoseOfTheWhole() {
    var random = SeededGenerator(seed: 41)
    let pieces = [
      "a", "字", "👩‍👩‍👧", "\n", "\n\n", "word after word after word", "e\u{301}", "\u{301}", "",
    ]
    var text = "one\ntwo"
    var lines = AreaLines(text, columns: 8)
    for step in 0..<3_000 {
      let former = (text, lines)
      var scalars = Array(text.unicodeScalars)
      let start = Int.random(in: 0...scalars.count, using: &random)
      let end = min(scalars.count, start + Int.random(in: 0..<4, using: &random))
      scalars.replaceSubrange(
        start..<end, with: pieces.randomElement(using: &random)!.unicodeScalars)
      text = String(String.UnicodeScalarView(scalars.suffix(120)))
      lines = AreaLines(text, columns: 8, former: former)
      #expect(lines == AreaLines(text, columns: 8), "step \(step): \(former.0.debugDescription)")
      for line in 0..<lines.count { #expect(lines.line(of: lines[line].lowerBound) == line) }
    }
  }
}
