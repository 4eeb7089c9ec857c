import Katana
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

/// What a reviewer has found by reading.
@Suite struct ReviewTests {
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

  @Test(arguments: [ViewDirection.leftToRight, .rightToLeft])
  func aSliderIsSetInBothDirections(_ direction: ViewDirection) {
    let test = noted { model in
      .slider("Size", Double(model.page), in: 0...10, step: 1, { .turned(Int($0)) })
        .direction(direction)
    }
    test.set("Size", to: 7)
    #expect(test.model.page == 7)
    test.set("Size", to: 2)
    #expect(test.model.page == 2)
  }

  /// The test types at the end of the text, wherever its lines are wrapped, and stays in its row.
  @Test func aTextIsTypedAtTheEndOfAnAreaInAList() {
    let text = "one\ntwo\n" + String(repeating: "long ", count: 12) + "\nlast"
    let test = noted(Noted(texts: [1: text]), columns: 24, rows: 16) { model in
      .list([
        .textArea("A", model.texts[1] ?? "", { .typed(1, $0) }),
        model.field(2, "B"),
      ])
    }
    test.keys(.home, .up, .up, .up, .home)
    test.type("!", into: "A")
    #expect(test.model.texts == [1: text + "!"])
    test.replace("A", with: "new")
    #expect(test.model.texts == [1: "new"])
  }

  @Test func theModelNamesARowWhoseViewHasAKeyOfItsOwn() {
    let test = noted(Noted(chosen: 2)) { model in
      .list(
        [
          .each([Element(id: 1), Element(id: 2)]) {
            .text("row \($0.id)").key("own").onPress(.chose($0.id))
          }
        ],
        selected: model.chosen)
    }
    test.keys(.enter)
    #expect(test.model.log == ["chose 2"])
  }

  private func figures(_ model: Noted) -> ViewOf<Noted> {
    .drawing(
      "D", DrawingWindow(width: 20, height: 10),
      [.rectangle(x: 0, y: 0, width: 4, height: 10).onPress(.did("figure"))]
    )
    .onPointer { .did("\($0.phase)") }
  }

  /// A pointer that was not pressed in a drawing is not released there.
  @Test func aReleaseFollowsAPressOfTheFirstButton() throws {
    var app = try screen(columns: 20, rows: 10, figures)
    func mouse(_ action: MouseEvent.Action, _ column: Int) -> TerminalEvent {
      .mouse(MouseEvent(action, column: column, row: 5))
    }
    app.handle(mouse(.pressed(button: 0), 1))
    app.handle(mouse(.released(button: 0), 1))
    #expect(app.model.log == ["figure"])
    app.handle(mouse(.pressed(button: 2), 10))
    app.handle(mouse(.moved(button: 2), 11))
    app.handle(mouse(.released(button: 2), 11))
    #expect(app.model.log == ["figure", "secondary"])
    app.handle(mouse(.pressed(button: 0), 10))
    app.handle(mouse(.moved(button: 0), 11))
    app.handle(mouse(.released(button: 0), 11))
    app.handle(mouse(.released(button: 0), 11))
    app.handle(mouse(.moved(button: nil), 11))
    #expect(app.model.log == ["figure", "secondary", "down", "moved", "up"])
  }

  /// Elements are cells of their own, also for what fits.
  @Test func aGridOfElementsIsAsWideAsItsCells() {
    let view = ViewOf<Noted>.fitting([
      .grid([.fit, .fit], [.each((1...4).map { Element(id: $0) }) { .text("element\($0.id)") }]),
      .text("narrow"),
    ])
    #expect(shown(view, columns: 16) == ["element1element2", "element3element4"])
    #expect(shown(view, columns: 15) == ["narrow"])
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
}
