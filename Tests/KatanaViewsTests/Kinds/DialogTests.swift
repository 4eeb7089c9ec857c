import Katana
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@Suite struct DialogTests {
  private func ask(_ title: String, _ buttons: [ViewOf<Noted>]) -> ViewOf<Noted> {
    .dialog(title, .row(buttons), cancel: .turned(0))
  }

  /// The second Enter pressed "Erase", because the focus stayed on the second control.
  @Test func aDialogThatTakesAnothersPlaceIsANewOne() {
    let test = noted(Noted(page: 1)) { model in
      .layers([
        .text("behind"),
        model.page == 1
          ? ask("First", [.button("No", .turned(0)), .button("Next", .turned(2))])
          : model.page == 2
            ? ask("Second", [.button("Keep", .did("keep")), .button("Erase", .did("erase"))])
            : .empty,
      ])
    }
    test.keys(.tab, .enter)
    #expect(test.focusedLabel == "Keep")
    test.keys(.enter)
    #expect(test.model.log == ["keep"])
  }

  @Test func escapeIsTheDialogsFirst() {
    let test = noted { _ in
      .layers([.text("behind"), ask("Sure?", [.button("Yes", .did("yes"))])])
        .onKey(.escape, "quit", .did("quit"))
    }
    test.keys(.escape)
    #expect(test.model.log == [])
    test.cancelDialog()
    #expect(test.model.log == [])
  }

  @Test func aDisabledDialogSendsNothing() {
    let test = noted { _ in
      .layers([
        .text("behind"),
        .dialog("Wait", .column([.button("Yes", .did("yes")), .keyHelp]), cancel: .did("no"))
          .onKey("y", "yes", .did("key")).disabled(),
      ])
    }
    test.keys(.escape, .enter, "y")
    #expect(test.model.log == [])
    #expect(!test.lines.contains { $0.contains("Esc") || $0.contains("yes") })
    #expect(
      failures { test.press("Yes") }.map(\.text) == ["“Yes” is disabled."])
  }

  /// Asked for behind a dialog, the focus comes after it.
  @Test func aFocusThatIsAskedForBehindADialogComesAfterIt() {
    let test = noted(Noted(page: 1)) { model in
      .layers([
        .column([
          model.field(1, "first"),
          model.field(2, "second").focused(when: model.log.contains("asked")),
        ]),
        model.page == 1
          ? ask("Sure?", [.button("Ask", .did("asked")), .button("Close", .turned(0))]) : .empty,
      ])
    }
    test.keys(.enter)
    #expect(test.focusedLabel == "Ask")
    test.keys(.escape)
    #expect(test.focusedLabel == "second")
  }

  @Test func theFocusComesBackAfterADialog() {
    let test = noted { model in
      .layers([
        .column([model.field(1, "first"), model.field(2, "second"), .button("open", .turned(1))]),
        model.page == 1 ? ask("Sure?", [.button("No", .turned(0))]) : .empty,
      ])
    }
    test.press("open")
    #expect(test.focusedLabel == "No")
    test.keys(.escape)
    #expect(test.focusedLabel == "open")
  }

  /// What is larger than the screen scrolls, and no line of it is drawn into the border.
  @Test(arguments: [(30, 7), (20, 5), (12, 4)])
  func aDialogLargerThanTheScreenScrolls(_ columns: Int, _ rows: Int) {
    let test = noted(columns: columns, rows: rows) { model in
      .layers([
        .text(String(repeating: "behind ", count: 40)),
        .dialog(
          "Settings",
          .column(
            (0..<10).map { model.field($0) } + [.button("Save", .did("saved")), .keyHelp]),
          cancel: .did("no")),
      ])
    }
    for _ in 0..<10 { test.keys(.tab) }
    #expect(test.focusedLabel == "Save")
    let lines = test.lines
    #expect(lines.contains { $0.contains("[ S") }, "\(lines)")
    let bottom = lines.last { $0.contains("└") } ?? ""
    #expect(bottom.drop { $0 != "└" }.dropFirst().prefix { $0 == "─" }.count > 3, "\(lines)")
    test.keys(.enter)
    #expect(test.model.log == ["saved"])
  }

  @Test func whatIsBehindIsDimmedAndNotPaintedIntoIt() throws {
    let app = try screen { _ in
      .layers([
        .text(String(repeating: "x", count: 400)), ask("Sure?", [.button("Yes", .did("yes"))]),
      ])
    }
    var shown = app.screen
    let buffer = shown.paint().buffer
    var inside = 0
    for y in 0..<10 {
      for x in 0..<40 {
        let cell = buffer.cells[y * 40 + x]
        if cell.glyph == UInt32(UInt8(ascii: "x")) {
          #expect(cell.style.marks.contains(.behind))
        } else if cell.glyph != 32 {
          inside += 1
          #expect(!cell.style.marks.contains(.behind))
        }
      }
    }
    #expect(inside > 20)
  }

  /// Of two dialogs, the upper one acts.
  @Test func theUpperOfTwoDialogsActs() {
    let test = noted { model in
      .layers([
        .text("behind"), ask("Lower", [.button("low", .did("low"))]),
        model.page == 0 ? .dialog("Upper", .button("up", .did("up")), cancel: .turned(1)) : .empty,
      ])
    }
    test.keys(.enter)
    #expect(failures { test.press("low") }.map(\.text) == ["“low” is behind the dialog “Upper”."])
    test.keys(.escape, .enter)
    #expect(test.model.log == ["up", "low"])
  }
}
