import Katana
import KatanaConsole
import KatanaScreen
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

/// A part that stores a view, whose closures hold an id.
private struct Card: ViewPart {
  var title: String
  var content: ViewOf<Noted>
  var view: ViewOf<Noted> { .column([.text(title), content]) }
}

/// A part that stores a function.
private struct Sending: ViewPart {
  var title: String
  var changed: @Sendable (String) -> NotedMessage
  var view: ViewOf<Noted> { .input(title, "", changed) }
  static func == (left: Self, right: Self) -> Bool { left.title == right.title }
}

/// What is sent is what is seen, and what cannot be seen does not act.
@Suite struct SentIsSeenTests {
  @Test func aPartWithAViewSendsForTheNewestRecord() {
    let test = noted { model in
      let page = model.page
      return .column([
        .part(Card(title: "card", content: .input("text", "", { .typed(page, $0) }))),
        .part(Sending(title: "other") { .typed(100 + page, $0) }),
        .button("next", .turned(page + 1)),
      ])
    }
    test.type("a", into: "text")
    test.press("next")
    test.type("b", into: "text")
    test.type("c", into: "other")
    #expect(test.model.texts == [0: "a", 1: "b", 101: "c"])
  }

  // MARK: The mouse

  @Test func aClickReachesTheTopmost() throws {
    let figures: [Figure<Noted>] = [
      .rectangle(x: 0, y: 0, width: 40, height: 10).onPress(.did("figure"))
    ]
    let drawing = ViewOf<Noted>.drawing("Map", DrawingWindow(width: 40, height: 10), figures)
      .height(.fill)
    var app = try screen { _ in .layers([drawing, .button("above", .did("button"))]) }
    app.click(2, 0)
    #expect(app.model.log == ["button"])
    app.click(20, 5)
    #expect(app.model.log == ["button", "figure"])
    // In a dialog, nothing behind is reached, beside it neither.
    app = try screen { _ in
      .layers([drawing, .dialog("Sure?", .button("Yes", .did("yes")), cancel: .did("cancelled"))])
    }
    for column in 0..<40 { for row in 0..<10 { app.click(column, row) } }
    #expect(Set(app.model.log) == ["yes"])
    #expect(app.model.log.count == 7)
  }

  /// A click is for the cell that was clicked: its column and its line.
  @Test func eachCellOfAButtonAndNoOtherIsTheButton() throws {
    var app = try screen { _ in
      .column([
        .text("title").onSecondaryPress(.did("menu")),
        .row([.text("left"), .button("press", .did("pressed"))]),
      ])
    }
    #expect(app.screen.lines == ["title", "left [ press ]"])
    for (column, row, log) in [
      (4, 1, []), (5, 1, ["pressed"]), (13, 1, ["pressed"]), (14, 1, []), (5, 0, []), (5, 2, []),
      (1, 0, []),
    ] as [(Int, Int, [String])] {
      let before = app.model.log.count
      app.click(column, row)
      #expect(app.model.log.dropFirst(before).elementsEqual(log), "\(column) \(row)")
    }
    app.click(1, 0, button: 2)
    #expect(app.model.log.last == "menu")
  }

  @Test func aClickGivesTheFocusAndPlacesTheCaret() throws {
    var app = try screen(Noted(texts: [1: "abcdef"])) { model in
      .column([model.field(2), model.field(1).onSecondaryPress(.did("menu"))])
    }
    app.click(5, 1)
    app.type("-")
    #expect(app.model.texts[1] == "ab-cdef")
  }

  @Test func aClickOnARowMakesItTheCurrentOne() throws {
    var app = try screen(Noted(ids: Array(0..<5))) { model in
      .column([
        .text("title").onSecondaryPress(.did("menu")),
        .rows(NotedRows(ids: model.ids)),
      ])
    }
    app.click(2, 3)
    #expect(app.model.log == ["chose 2"])
    app.press(.delete)
    #expect(app.model.log == ["chose 2", "deleted 2"])
  }

  // MARK: Room

  /// 30 buttons in 8 lines: Tab brings each into sight before it acts.
  @Test(arguments: 0..<6) func whatTabReachesIsVisible(_ form: Int) {
    let buttons = (0..<30).map { ViewOf<Noted>.button("b\($0)", .did("\($0)")) }
    let view: ViewOf<Noted> =
      switch form {
      case 0: .column(buttons)
      case 1: .scroll(.column(buttons))
      case 2: .scroll(.scroll(.column(buttons)).border())
      case 3: .row(buttons)
      case 4: .grid([.fit, .fit, .fit], buttons)
      default: .layers([.text("behind"), .dialog("All", .column(buttons), cancel: .did("no"))])
      }
    let test = noted(rows: 8) { _ in view }
    for index in 0..<30 {
      #expect(test.focusedLabel == "b\(index)")
      #expect(test.lines.contains { $0.contains("[ b\(index) ]") }, "\(test.lines)")
      test.keys(.enter, .tab)
    }
    #expect(test.model.log == (0..<30).map { "\($0)" })
    #expect(test.focusedLabel == "b0")
    #expect(test.lines.contains { $0.contains("[ b0 ]") })
  }

  @Test func aListInAScrollIsFollowedByBoth() {
    let test = noted(Noted(ids: Array(0..<40)), rows: 8) { model in
      .scroll(
        .column([
          .text("title"),
          .list(model.ids.map { id in .text("row \(id)").onPress(.did("\(id)")).key(id) }),
          .button("after", .did("after")),
        ]))
    }
    for _ in 0..<39 { test.keys(.down) }
    #expect(test.lines.contains { $0.contains("row 39") })
    test.keys(.enter, .tab)
    #expect(test.lines.contains { $0.contains("[ after ]") })
    test.keys(.enter)
    #expect(test.model.log == ["39", "after"])
  }

  @Test func aButtonBesideALongTextKeepsItsRoom() {
    let long = "a long text that has no room in forty columns, by far not"
    #expect(
      shown(.row([.text(long), .button("Edit", .did("edit"))])) == [
        "a long text that has no room in [ Edit ]", "forty columns, by far not",
      ])
    #expect(
      shown(.row([.text(long).width(.fill), .button("Edit", .did(""))]))[0].hasSuffix("[ Edit ]"))
    #expect(
      shown(.row([.button("Edit", .did("")), .text(long), .button("More", .did(""))]))[0]
        .hasSuffix("[ More ]"))
  }

  /// The list of a column gives way, so that what stands below it stays.
  @Test func whatStandsBelowALongListStays() {
    let rows = (0..<100).map { ViewOf<Noted>.text("row \($0)") }
    let lines = shown(
      .column([.text("title"), .list(rows), .button("Clear", .did("")), .keyHelp]))
    #expect(lines.count == 10)
    #expect(lines[0] == "title")
    #expect(lines[8] == "[ Clear ]")
    #expect(lines[9] == "Tab  ↑↓")
  }

  /// What the window has become too small for is scrolled to by the key, which does nothing else.
  @Test func aKeyInAFieldThatIsNotVisibleShowsIt() {
    let test = noted(rows: 12) { model in .column((0..<12).map { model.field($0) }) }
    for _ in 0..<11 { test.keys(.tab) }
    test.keys("a")
    test.resize(columns: 40, rows: 4)
    // The field with the focus stays in sight.
    #expect(test.lines.contains { $0.hasPrefix("11: a") }, "\(test.lines)")
    test.keys("b")
    #expect(test.model.texts == [11: "ab"])
  }

  @Test func anEndThatNothingTakesTheFocusInIsReached() {
    let text = (1...30).map { "line \($0)" }.joined(separator: "\n")
    let test = noted(rows: 5) { _ in .column([.text(text)]) }
    test.keys(.end)
    #expect(test.lines.last?.hasPrefix("line 30") == true)
    test.keys(.home)
    #expect(test.lines.first?.hasPrefix("line 1 ") == true)
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
}
