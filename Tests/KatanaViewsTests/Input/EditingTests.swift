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

private func cities(_ model: Form) -> ViewOf<Form> {
  .input("", model.text, FormMessage.changed, suggestions: ["Rome", "Rotterdam", "Rot", "Öbro"])
    .width(.cells(12))
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

  /// The text and what is suggested behind it.
  @Test func aSuggestionIsTakenAtTheEndOfTheText() throws {
    var app = try TestScreen(Form(), FormUpdater(), cities, columns: 20, rows: 5)
    #expect(app.screen.lines == [])
    app.type("ro")
    #expect(app.screen.lines == ["rome"] && cursor(app) == [0, 2])
    app.press(.left, .right)
    #expect(app.model.text == "ro")
    app.type("t")
    #expect(app.screen.lines == ["rotterdam"])
    app.press(.right)
    #expect(app.model.text == "Rotterdam" && cursor(app) == [0, 9])
    app.press(.character("z"), modifiers: .alt)
    #expect(app.model.text == "rot")
    // What was written is shown as it was, and the shorter one of two is taken only where it is longer.
    app.press(.home)
    #expect(app.screen.lines == ["rot"])
    app.press(.end)
    #expect(app.model.text == "rot" && app.screen.lines == ["rotterdam"])
    app.press(.end)
    #expect(app.model.text == "Rotterdam")
    app.press(.character("u"), modifiers: .control)
    app.type("ö")
    app.press(.right)
    #expect(app.model.text == "Öbro")
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

/// Undo, selection and the clipboard.
@Suite struct EditedAgainTests {
  private func screen(
    _ text: String = "", _ rule: Form.Rule = .take, _ view: @escaping (Form) -> ViewOf<Form> = line
  ) throws -> TestScreen<Form> {
    try TestScreen(Form(text: text, rule: rule), FormUpdater(), view, columns: 20, rows: 5)
  }

  private func undo(_ app: inout TestScreen<Form>) { app.press(.character("z"), modifiers: .alt) }
  private func redo(_ app: inout TestScreen<Form>) { app.press(.character("Z"), modifiers: .alt) }

  @Test func aWordIsUndoneAtOnceAndComesBack() throws {
    var app = try screen()
    app.type("one two")
    app.press(.backspace)
    #expect(app.model.text == "one tw")
    undo(&app)
    #expect(app.model.text == "one two" && app.screen.cursor?.column == 7)
    undo(&app)
    #expect(app.model.text == "one ")
    app.press(.character("_"), modifiers: .control)
    #expect(app.model.text == "one")
    undo(&app)
    undo(&app)
    #expect(app.model.text == "")
    for text in ["one", "one ", "one two", "one tw", "one tw"] {
      redo(&app)
      #expect(app.model.text == text)
    }
    // A new edit ends what could come again.
    undo(&app)
    app.type("!")
    redo(&app)
    #expect(app.model.text == "one two!")
  }

  @Test func whatTheModelHasRefusedIsNoVersion() throws {
    var app = try screen("", .refuseDigits)
    app.type("a")
    app.press(.left)
    app.type("1")
    app.type("2")
    undo(&app)
    #expect(app.model.text == "")
  }

  /// Otherwise one record would be undone into another.
  @Test func anotherTextOfTheModelHasNothingToUndo() throws {
    var app = try screen()
    app.type("ab")
    app.runtime.dispatch(FormMessage.changed("another record"))
    app.screen.show(line(app.model))
    undo(&app)
    #expect(app.model.text == "another record")
  }

  @Test func aSelectionIsReplacedRemovedAndLeft() throws {
    var app = try screen("abcd")
    app.press(.left, .left, modifiers: .shift)
    app.type("X")
    #expect(app.model.text == "abX")
    app.press(.home, modifiers: .shift)
    app.press(.backspace)
    #expect(app.model.text == "")
    undo(&app)
    #expect(app.model.text == "abX")
    app.press(.character("a"), modifiers: .alt)
    app.press(.left)
    #expect(app.screen.cursor?.column == 0)
    app.press(.character("a"), modifiers: .alt)
    app.press(.right)
    app.type("!")
    #expect(app.model.text == "abX!")
    app.press(.character("a"), modifiers: .alt)
    app.press(.delete)
    #expect(app.model.text == "")
  }

  @Test func theSelectionIsShownWhereItIs() throws {
    var app = try screen("a字cd")
    app.press(.left, .left, modifiers: .shift)
    func selected(_ app: TestScreen<Form>) -> [Int] {
      var copy = app.screen
      let buffer = copy.paint().buffer
      return (0..<20).filter { buffer.cells[$0].style.view.contains(.selected) }
    }
    #expect(selected(app) == [3, 4])
    app.press(.left, modifiers: .shift)
    #expect(selected(app) == [1, 2, 3, 4])
    app.press(.end)
    #expect(selected(app) == [])
    // Lines of an area, of which one goes on in the next.
    app = try screen("ab\ncd", .take, area)
    app.press(.up, modifiers: .shift)
    #expect(selected(app) == [])
    app.press(.left, modifiers: .shift)
    #expect(selected(app) == [1])
  }

  @Test func whatIsCopiedGoesToTheClipboardAndWhatIsCutIsGone() throws {
    var app = try screen("abcd")
    app.press(.character("c"), modifiers: .alt)
    #expect(app.screen.copied == nil)
    app.press(.left, .left, modifiers: .shift)
    app.press(.character("c"), modifiers: .alt)
    #expect(app.screen.copied == "cd" && app.model.text == "abcd")
    app.press(.character("x"), modifiers: .alt)
    #expect(app.screen.copied == "cd" && app.model.text == "ab")
    app.press(.left)
    #expect(app.screen.copied == nil)
    undo(&app)
    #expect(app.model.text == "abcd")
  }

  @Test func aSecretIsNotCopied() throws {
    var app = try screen("abcd", .take) {
      .secretInput("", $0.text, FormMessage.changed).width(.cells(12))
    }
    app.press(.character("a"), modifiers: .alt)
    #expect(app.screen.lines.first?.hasPrefix("••••") == true)
    app.press(.character("x"), modifiers: .alt)
    #expect(app.screen.copied == nil && app.model.text == "abcd")
  }

  @Test func anAreaIsPassedByPages() throws {
    let text = (1...30).map { "\($0)" }.joined(separator: "\n")
    var app = try screen(text, .take) {
      .textArea("", $0.text, FormMessage.changed).width(.cells(12)).height(.cells(5))
    }
    // The lines move only if the caret would not be visible.
    app.press(.pageUp)
    #expect(app.screen.lines.first == "26" && app.screen.cursor?.row == 1)
    app.press(.up, .up)
    #expect(app.screen.lines.first == "25" && app.screen.cursor?.row == 0)
    app.press(.pageUp, .pageUp, .pageUp, .pageUp, .pageUp, .pageUp, .pageUp, .pageUp, .pageUp)
    #expect(app.screen.lines.first == "1" && app.screen.cursor?.row == 0)
    app.press(.pageDown, .pageDown)
    app.type("x")
    #expect(app.model.text.split(separator: "\n")[6] == "7x")
  }

  @Test func aLongLineMovesOnlyAsFarAsTheCaretNeeds() throws {
    var app = try screen("abcdefghijklmnopqrst")
    #expect(app.screen.lines == ["jklmnopqrst"] && app.screen.cursor?.column == 11)
    app.press(.left, .left, .left)
    #expect(app.screen.lines == ["jklmnopqrst"] && app.screen.cursor?.column == 8)
    for _ in 0..<9 { app.press(.left) }
    #expect(app.screen.lines == ["ijklmnopqrst"] && app.screen.cursor?.column == 0)
    app.type("X")
    #expect(
      app.screen.lines == ["Xijklmnopqrs"] && app.screen.cursor?.column == 1, "\(app.screen.lines)")
    app.press(.home)
    #expect(app.screen.lines == ["abcdefghXijk"] && app.screen.cursor?.column == 0)
  }

  @Test func anAreaThatSubmitsTakesANewLineWithAltOrShift() throws {
    var app = try screen("a", .take) {
      .textArea("", $0.text, FormMessage.changed, submit: .sent).width(.cells(12))
    }
    app.press(.enter, modifiers: .alt)
    app.press(.enter, modifiers: .shift)
    #expect(app.model.text == "a\n\n")
    #expect(app.screen.handle(.key(KeyStroke(.enter))) as? [FormMessage] == [.sent])
    // One that does not submit takes it in each way.
    app = try screen("a", .take, area)
    app.press(.enter)
    app.press(.enter, modifiers: .alt)
    #expect(app.model.text == "a\n\n")
  }

  @Test func whatIsToBeTypedIsShownWhileTheFieldIsEmpty() throws {
    var app = try screen("", .take) {
      .input("", $0.text, FormMessage.changed, placeholder: "a@b.c").width(.cells(12))
    }
    #expect(app.screen.lines == ["a@b.c"] && app.screen.cursor?.column == 0)
    #expect(app.view(app.model).node.outline() == #"input "" = "" (a@b.c)"#)
    app.type("x")
    #expect(app.screen.lines == ["x"])
  }
}

/// A field that says why what it holds is not valid, when the person leaves it.
@Suite struct LeftFieldTests {
  private struct Two: Model, Equatable {
    typealias Receives = TwoMessage
    var email = ""
    var name = ""
    var problem: String?
    var lefts = 0
  }

  private enum TwoMessage: Message, Equatable {
    case emailChanged(String), nameChanged(String), emailLeft
  }

  private let updater = TypedFunctionUpdater { (model: inout Two, message: TwoMessage) in
    switch message {
    case .emailChanged(let text): model.email = text
    case .nameChanged(let text): model.name = text
    case .emailLeft:
      model.lefts += 1
      model.problem = model.email.contains("@") ? nil : "needs an @"
    }
    return []
  }

  private func view(_ model: Two) -> ViewOf<Two> {
    .column([
      .input("Email", model.email, TwoMessage.emailChanged).onLeave(.emailLeft)
        .invalid(model.problem),
      .input("Name", model.name, TwoMessage.nameChanged),
    ])
  }

  @Test func itIsToldWhenTheFocusGoesElsewhere() throws {
    var app = try TestScreen(Two(), updater, view)
    app.type("a")
    #expect(app.model.lefts == 0)
    app.press(.tab)
    #expect(app.model.lefts == 1)
    #expect(app.screen.lines[1] == "needs an @")
    #expect(
      app.view(app.model).node.outline().contains(
        #"input "Email" = "a" invalid described by "needs an @""#))
    // The text below moves nothing: the focus stays in the field that has it.
    app.type("b")
    #expect(app.model.name == "b" && app.model.lefts == 1)
    app.press(.tab)
    app.type("@")
    // By the mouse, too.
    app.handle(.mouse(MouseEvent(.pressed(button: 0), column: 8, row: 2)))
    #expect(app.model.email == "a@" && app.model.lefts == 2 && app.model.problem == nil)
  }

  @Test func aFieldThatDisappearsSendsNothing() throws {
    var app = try TestScreen(Two(), updater) { [view] model in
      model.email == "x" ? .text("gone") : view(model)
    }
    app.type("x")
    #expect(app.screen.lines == ["gone"] && app.model.lefts == 0)
  }
}
