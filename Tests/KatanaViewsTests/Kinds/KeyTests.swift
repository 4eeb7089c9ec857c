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
        "The field “1” has the focus and takes the key x. To fix this, go elsewhere first, or type"
          + " with `type`, `replace` and `submit`."
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
}
