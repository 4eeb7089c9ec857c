import Katana
import KatanaConsole
import KatanaRuntime
import KatanaScreen
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@Suite struct ListTests {
  private func rows(_ ids: [Int]) -> [ViewOf<Noted>] {
    ids.map { id in .text("row \(id)").onSelect(.chose(id)).key(id) }
  }

  // MARK: Which row is current

  @Test func eachRowThatThePersonMakesCurrentIsSent() {
    let test = noted { _ in .list(rows([0, 1, 2])) }
    #expect(test.model.log == [])
    test.keys(.up)
    #expect(test.model.log == ["chose 0"])
    test.keys(.up, .down, .down, .down, .home, .end)
    #expect(test.model.log == ["chose 0", "chose 1", "chose 2", "chose 0", "chose 2"])
  }

  @Test func theOnlyRowIsSent() {
    let test = noted { _ in .list(rows([7])) }
    test.select("row 7")
    #expect(test.model.log == ["chose 7"])
    test.select("row 7")
    #expect(test.model.log == ["chose 7"])
  }

  @Test func goingThereByTabIsGoingThere() {
    let test = noted { _ in .column([.button("a", .did("a")), .list(rows([0, 1]))]) }
    test.keys(.tab)
    #expect(test.model.log == ["chose 0"])
  }

  /// Nothing is sent without the person: not when the list appears, changes or loses its row.
  @Test func nothingIsSentWithoutThePerson() {
    let test = noted(Noted(ids: [0, 1, 2])) { model in
      .list(rows(model.page == 0 ? model.ids : [model.ids[2]]))
    }
    test.keys(.down)
    #expect(test.model.log == ["chose 1"])
    test.app.send(NotedMessage.turned(1), exhaustive: [])
    _ = test.lines
    #expect(test.model.log == ["chose 1"])
    // The row that is current now is sent when the person goes there.
    test.keys(.up)
    #expect(test.model.log == ["chose 1", "chose 2"])
  }

  // MARK: The model says which row is current

  @Test(arguments: [false, true]) func theModelSaysWhichRowIsCurrent(_ isLazy: Bool) {
    let ids = Array(0..<(isLazy ? 100_000 : 300))
    let test = noted(Noted(ids: ids, chosen: 200), rows: 6) { model in
      isLazy
        ? .rows(NotedRows(ids: model.ids), selected: model.chosen)
        : .list(rows(model.ids), selected: model.chosen).height(.fill)
    }
    #expect(test.lines.contains { $0.hasPrefix("row 200") })
    test.keys(.down)
    #expect(test.model.chosen == 201)
    test.app.send(NotedMessage.chose(77), exhaustive: [])
    #expect(test.lines.contains { $0.hasPrefix("row 77") }, "\(test.lines)")
    test.keys(.up)
    #expect(test.model.chosen == 76)
    test.keys(.pageDown)
    #expect(test.model.chosen == 81)
    test.keys(.end)
    #expect(test.model.chosen == ids.last)
  }

  /// The update may refuse a row, and the list shows what the model says.
  @Test func aRowThatTheModelRefusesIsNotCurrent() {
    let test = noted(Noted(ids: [0, 1, 2])) { model in
      .column([
        .list(
          model.ids.map { id in
            .text("row \(id)").onSelect(.did("asked \(id)")).key(id)
              .onKey("x", "x", .did("x \(id)"))
          }, selected: Optional(1)),
        .keyHelp,
      ])
    }
    test.keys(.down, "x", .up, "x")
    #expect(test.model.log == ["asked 2", "x 1", "asked 0", "x 1"])
  }

  @Test func aRowThatIsNotThereIsNoRow() {
    let test = noted(Noted(ids: [0, 1], chosen: 9)) { model in
      .list(rows(model.ids), selected: model.chosen)
    }
    #expect(test.lines == ["row 0", "row 1"])
    test.keys(.down)
    #expect(test.model.chosen == 1)
  }

  // MARK: Following

  @Test func aListThatFollowsGoesOnAfterEnd() {
    let test = noted(Noted(ids: Array(0..<20)), rows: 4) { model in
      .list(rows(model.ids + (model.page > 0 ? Array(100..<100 + model.page) : [])), follows: true)
    }
    func last() -> String { test.lines.last.map { String($0.prefix(8)) } ?? "" }
    #expect(last().hasPrefix("row 19"))
    test.app.send(NotedMessage.turned(1), exhaustive: [])
    #expect(last().hasPrefix("row 100"))
    test.keys(.pageUp, .pageUp)
    let shown = test.lines
    test.app.send(NotedMessage.turned(2), exhaustive: [])
    #expect(test.lines.map { $0.prefix(7) } == shown.map { $0.prefix(7) })
    test.keys(.end)
    #expect(last().hasPrefix("row 101"))
    test.app.send(NotedMessage.turned(3), exhaustive: [])
    #expect(last().hasPrefix("row 102"))
  }

  @Test func aScrollThatFollowsGoesOnAfterEnd() {
    let test = noted(rows: 4) { model in
      .scroll(
        .text((0...9 + model.page).map { "line \($0)" }.joined(separator: "\n")), follows: true
      )
      .height(.fill)
    }
    #expect(test.lines.last?.hasPrefix("line 9") == true)
    test.keys(.up, .up)
    test.app.send(NotedMessage.turned(3), exhaustive: [])
    #expect(test.lines.last?.hasPrefix("line 7") == true)
    test.keys(.end)
    test.app.send(NotedMessage.turned(5), exhaustive: [])
    #expect(test.lines.last?.hasPrefix("line 14") == true)
  }

  /// The wheel has moved the current row out of sight; a change of the model does not bring it back.
  @Test(arguments: [false, true])
  func whatThePersonScrollsAwayStaysThere(_ isLazy: Bool) throws {
    var app = try screen(Noted(ids: Array(0..<30)), rows: 6) { model in
      isLazy ? .rows(NotedRows(ids: model.ids)) : .list(rows(model.ids)).height(.fill)
    }
    app.handle(.mouse(MouseEvent(.scrolledDown, column: 3, row: 2)))
    #expect(app.screen.lines[0].hasPrefix("row 3 "))
    app.runtime.dispatch(NotedMessage.turned(1))
    app.screen.show(app.view(app.model))
    #expect(app.screen.lines[0].hasPrefix("row 3 "))
    app.press(.down)
    #expect(app.screen.lines[0].hasPrefix("row 1 "))
  }

  // MARK: The controls of rows

  /// Behind a field, a select and a slider, which take the arrows.
  @Test func everyControlOfARowIsReachedByKeys() {
    let test = noted(columns: 100) { model in
      .list([
        .row([
          model.field(1), .select("S", ["a", "b"], 0) { .did("select \($0)") },
          .slider("L", 0, in: 0...1) { .did("slider \($0)") }, .button("B", .did("button")),
          .checkbox("C", false) { .did("check \($0)") },
        ])
      ])
    }
    test.keys("x", .tab, .right, .tab, .right, .tab, .enter, .tab, " ")
    #expect(test.model.texts == [1: "x"])
    #expect(test.model.log.count == 4)
    #expect(test.model.log[0] == "select 1")
    #expect(test.model.log[2...] == ["button", "check true"])
  }

  @Test func aFigureThatCanBePressedIsReachedByKeys() {
    let test = noted { _ in
      .column([
        .drawing(
          "Map", DrawingWindow(width: 40, height: 8),
          [
            .circle(x: 2, y: 2, radius: 0.5).key("Rome").onPress(.did("Rome")),
            .text(x: 10, y: 4, "Oslo").onPress(.did("Oslo")),
            .rectangle(x: 30, y: 0, width: 2, height: 1),
          ]
        ).height(.cells(8)),
        .button("after", .did("after")),
      ])
    }
    test.keys(.enter, .tab, .enter, .tab, .enter)
    #expect(test.model.log == ["Rome", "Oslo", "after"])
    test.press("Oslo")
    test.press("Rome")
    #expect(test.model.log.suffix(2) == ["Oslo", "Rome"])
  }

  /// Each option of a select, forwards and backwards, from each.
  @Test func theArrowsChangeASelectByOne() {
    for chosen in 0..<4 {
      for (key, next) in [
        (Shortcut.right, (chosen + 1) % 4), (.left, (chosen + 3) % 4), (.home, 0), (.end, 3),
        (.enter, (chosen + 1) % 4),
      ] {
        let test = noted { _ in .select("S", ["a", "b", "c", "d"], chosen) { .did("\($0)") } }
        test.keys(key)
        #expect(test.model.log == (next == chosen ? [] : ["\(next)"]), "\(chosen) \(key)")
      }
    }
    let none = noted { _ in .select("S", ["a", "b", "c"], nil) { .did("\($0)") } }
    none.keys(.left, .right)
    #expect(none.model.log == ["2", "0"])
  }

  private func rows(_ name: String, _ count: Int) -> ViewOf<Noted> {
    .list((0..<count).map { .text("\(name)\($0)") })
  }

  /// What one list does not need, another one gets: no line is empty while one scrolls.
  @Test func listsInAColumnUseAllLines() {
    let view = ViewOf<Noted>.column([
      .text("A"), rows("a", 0), .text("B"), rows("b", 6), .text("C"), rows("c", 1),
    ])
    #expect(
      shown(view, columns: 12, rows: 8) == [
        "A", "B", "b0         ┃", "b1         ┃", "b2", "b3", "C", "c0",
      ])
    #expect(shown(view, columns: 12, rows: 10).filter { $0.contains("b") }.count == 6)
  }

  /// A list gives way before what is around it has to scroll, too.
  @Test(arguments: 4...12) func listsInColumnsScrollByThemselves(_ height: Int) {
    func part(_ name: String, _ count: Int) -> ViewOf<Noted> {
      .column([.text(name.uppercased()), rows(name, count)])
    }
    let view = ViewOf<Noted>.column([part("a", 1), part("b", 6), part("c", 1)])
    let lines = shown(view, columns: 12, rows: height)
    if height >= 6 {
      #expect(
        ["A", "B", "C", "a0", "b0", "c0"].allSatisfy(lines.map(\.firstWord).contains), "\(lines)")
      #expect(lines.count == min(height, 11))
    }
    #expect(lines.allSatisfy { $0.count { $0 == "┃" } <= 1 }, "\(lines)")
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
}

extension String {
  fileprivate var firstWord: String { String(prefix { $0 != " " }) }

  /// A click into a list that is disabled moves nothing in it.
  @Test func aClickIntoADisabledListDoesNothing() throws {
    var app = try screen(columns: 20) { model in
      .column([
        .button("on", .turned(1)),
        .rows(NotedRows(ids: [0, 1, 2, 3])).disabled(model.page == 0),
      ])
    }
    app.click(0, 3)
    app.press(.enter, .tab, .down)
    #expect(app.model.log == ["chose 0", "chose 1"])
  }
}
