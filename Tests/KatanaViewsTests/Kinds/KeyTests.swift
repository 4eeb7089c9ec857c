import KatanaScreen
import Katana
import KatanaConsole
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

/// The focused control first, then what is around it, then the keys of the screen; never a sibling's.
@Suite struct KeyTests {
  private func three() -> ViewOf<Noted> {
    .column(
      ["a", "b", "c"].map { name in
        .list([.text("\(name)1").label("\(name)1"), .text("\(name)2")]).label(name)
          .onKey("n", "new in \(name)", .did(name))
      } + [.keyHelp])
  }

  @Test func theKeyOfTheListWithTheFocusActs() {
    let test = noted { _ in three() }
    for name in ["a", "b", "c"] {
      #expect(test.lines.last?.hasPrefix("n new in \(name) ") == true)
      test.keys("n", .tab)
    }
    #expect(test.model.log == ["a", "b", "c"])
  }

  @Test func aKeyOfTheFocusedControlIsNotASiblings() {
    let test = noted { _ in
      .column([
        .button("one", .did("pressed")).onKey("x", "one", .did("one")),
        .button("two", .did("pressed")).onKey("x", "two", .did("two")),
      ])
    }
    test.keys("x", .tab, "x")
    #expect(test.model.log == ["one", "two"])
  }

  @Test func theInnermostComesFirst() {
    let test = noted { model in
      .column([
        .row([.button("b", .did("pressed")).onKey("x", "inner", .did("inner"))])
          .onKey("x", "outer", .did("outer")).onKey("y", "row", .did("row")),
        model.field(1),
        .empty.onKey("x", "screen", .did("screen"), in: .screen),
        .keyHelp,
      ]).onKey("z", "root", .did("root"))
    }
    #expect(test.lines.last == "x inner  y row  z root  Tab")
    test.keys("x", "y", "z")
    #expect(test.model.log == ["inner", "row", "root"])
    // A field takes what is typed.
    test.keys(.tab, "x", "z")
    #expect(test.model.texts == [1: "xz"])
    #expect(test.lines.last == "Tab")
    #expect(
      failures { test.key("x") }.map(\.text) == [
        "The field “1” has the focus and takes the key x. To fix this, go elsewhere first, type"
          + " with `type`, `replace` and `submit`, or press it there with `keys`."
      ])
  }

  /// The help is exact: each key that it names acts, and no other does.
  @Test func theHelpNamesExactlyTheKeysThatAct() {
    let keys: [Shortcut] = ["a", "b", "c", "d", .delete, .function(2), .alt("f"), .shift(.up)]
    let test = noted(columns: 100, rows: 10) { model in
      .column([
        .row([
          .button("one", .did("one")).onKey("a", "A", .did("a")),
          .button("two", .did("two")).onKey("b", "B", .did("b")).onKey(.delete, "D", .did("del")),
          model.field(1).onKey(.function(2), "F", .did("F2")).onKey(.delete, "no", .did("no")),
        ]).onKey("c", "C", .did("c")),
        .button("three", .did("")).onKey("d", "off", .did("d")).disabled(),
        .empty.onKey(.alt("f"), "find", .did("alt"), in: .screen)
          .onKey(.shift(.up), "up", .did("shift"), in: .screen),
        .keyHelp,
      ])
    }
    for _ in 0..<3 {
      let help = test.lines.last ?? ""
      for key in keys {
        let before = test.model.log.count
        test.keys(key)
        let isNamed = help.split(separator: " ").contains("\(key)")
        #expect((test.model.log.count > before) == isNamed, "\(key) in \(help)")
        if test.model.texts[1] != nil { test.replace("1", with: "") }
      }
      test.keys(.tab)
    }
  }

  @Test func twoThatAnswerOneKeyAreReported() {
    let texts = failures {
      let test = noted { _ in
        .column([
          .text("a").onKey("q", "quit", .did("quit"), in: .screen),
          .text("b").onKey("q", "query", .did("query"), in: .screen),
          .button("c", .did("c")).onKey("x", "one", .did("")).onKey("x", "two", .did("")),
        ])
      }
      test.keys("q", "q")
    }.map(\.text)
    #expect(texts.count == 2)
    #expect(
      texts.contains(
        "Two views have the key q at the same time. To fix this, use another key for one of them, or"
          + " let each act while the focus is in its view."))
  }

  /// A node inside and one around it may have one key: the inner one acts.
  @Test func anInnerKeyIsNotReported() {
    let texts = failures {
      let test = noted { _ in
        .column([.button("c", .did("c")).onKey("x", "one", .did("in"))])
          .onKey("x", "two", .did("out"))
      }
      test.keys("x")
      #expect(test.model.log == ["in"])
    }
    #expect(texts.isEmpty)
  }

  @Test func keysWithModifiersAndNamesAct() {
    let keys: [(Shortcut, String)] = [
      (.control("s"), "Ctrl-S"), (.control("S"), "Ctrl-S"), (.alt("f"), "Alt-F"),
      (.alt(.enter), "Alt-Enter"), (.shift(.up), "Shift-↑"), (.control(.home), "Ctrl-Home"),
      (.pageUp, "PgUp"), (.pageDown, "PgDn"), (.home, "Home"), (.end, "End"),
      (.function(5), "F5"), (.backspace, "Backspace"), (" ", "Space"), ("D", "D"),
    ]
    for (key, text) in keys {
      #expect("\(key)".lowercased() == text.lowercased())
      let test = noted { _ in
        .column([.text("nothing to press")]).onKey(key, "act", .did("acted"))
      }
      test.key(key)
      #expect(test.model.log == ["acted"], "\(key)")
    }
  }

  @Test func aKeyThatNoTerminalSendsIsRefused() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Shortcut.control("I")
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "Ctrl-I is Tab on a terminal, so a view cannot have it. To fix this, use another key."))
    let other = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = Shortcut.alt("[")
    }
    let otherText = String(decoding: other?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      otherText.contains(
        "Alt-[ begins the bytes of other keys on a terminal, so a view cannot have it."))
  }

  /// In a dialog without a control, and on a screen without one.
  @Test func keysActWhereNothingHasTheFocus() {
    let test = noted(Noted(page: 1)) { model in
      .layers([
        .column([.text("a").onKey("a", "behind", .did("behind"))]),
        model.page == 1
          ? .dialog("D", .text("text").onKey("d", "dialog", .did("dialog")), cancel: .turned(0))
          : .empty,
      ]).onKey("r", "root", .did("root"))
    }
    test.keys("a", "d", "r")
    #expect(test.model.log == ["dialog", "root"])
    test.keys(.escape, "a", "d", "r")
    #expect(test.model.log == ["dialog", "root", "behind", "root"])
  }

  /// A row that is too wide moves towards the side that an arrow points to, also from right to left.
  @Test(arguments: [ViewDirection.leftToRight, .rightToLeft])
  func arrowsMoveAWideRowWhereTheyPoint(_ direction: ViewDirection) {
    let test = noted(columns: 20, rows: 3) { _ in
      .row((0..<6).map { .text("c\($0)").width(.cells(8)) }).direction(direction)
    }
    #expect(test.lines[0].contains("c0") && !test.lines[0].contains("c5"))
    for _ in 0..<60 { test.keys(direction == .leftToRight ? .right : .left) }
    #expect(test.lines[0].contains("c5") && !test.lines[0].contains("c0"), "\(test.lines)")
    for _ in 0..<60 { test.keys(direction == .leftToRight ? .left : .right) }
    #expect(test.lines[0].contains("c0"))
  }

  /// Arrows move by the lines that are painted, whatever is around the area.
  @Test func arrowsMoveByTheLinesOfAnAreaWithABorder() throws {
    var app = try screen(Noted(texts: [1: String(repeating: "word ", count: 12)]), columns: 20) {
      .textArea("", $0.texts[1] ?? "", { .typed(1, $0) }).padding(1).border()
    }
    let before = try #require(app.screen.cursor)
    app.press(.up)
    let after = try #require(app.screen.cursor)
    // The line above is full, and its end is the start of the next.
    #expect(after.row == before.row - 1 && after.column == before.column - 1)
    app.press(.up, .down)
    #expect(app.screen.cursor == after)
  }

  /// The second line of the help is the second one, also where the first is scrolled away.
  @Test func theHelpOfKeysScrollsWithItsLines() {
    let help = (0..<6).reduce(ViewOf<Noted>.keyHelp.height(.cells(3))) { view, index in
      view.onKey(.function(index + 1), "title \(index)", .did("\(index)"), in: .screen)
    }
    let view = ViewOf<Noted>.scroll(
      .column([help, .text("a"), .button("b", .did("b")).focused(when: true)]))
    #expect(
      shown(view, columns: 26, rows: 8).prefix(3) == [
        "F1 title 0  F2 title 1", "F3 title 2  F4 title 3", "F5 title 4  F6 title 5",
      ])
    let low = shown(view, columns: 27, rows: 4)
    #expect(low.map { $0.prefix(22) }.first == "F3 title 2  F4 title 3")
  }

  /// What the line of keys shows is done by a click on it, also in its second line and from right to left.
  @Test(arguments: [false, true]) func aClickOnAKeyPressesIt(isMirrored: Bool) throws {
    var app = try screen(columns: 20, rows: 6) { model in
      .column([
        .button("one", .turned(1)), .button("two", .turned(2)),
        .text("page \(model.page)"), .keyHelp.height(.cells(2)),
      ])
      .onKey("a", "eight", .turned(8)).onKey(.control("s"), "nine", .turned(9))
      .direction(isMirrored ? .rightToLeft : .leftToRight)
    }
    #expect(app.screen.lines[3].contains("eight") && app.screen.lines[4].contains("Tab"))
    func column(_ column: Int) -> Int { isMirrored ? 19 - column : column }
    app.click(column(7), 3)
    #expect(app.model.page == 0)
    app.click(column(6), 3)
    #expect(app.model.page == 8)
    app.click(column(9), 3)
    #expect(app.model.page == 9)
    app.click(column(0), 4)
    app.press(.enter)
    #expect(app.model.page == 2)
  }
}
