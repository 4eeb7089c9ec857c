import Katana
import KatanaConsole
import KatanaScreen
import KatanaTerminalViews
import KatanaViews
import Testing

private struct Shelf: Model, Equatable {
  typealias Receives = ShelfMessage
  var names = (1...8).map { "item \($0)" }
  var isOpen = false
  var touched: [String] = []
}

private enum ShelfMessage: Message, Equatable {
  case touched(String)
  case switched(Bool)
  case typed(String)
  case opened, closed
}

private struct ShelfUpdater: TypedUpdater {
  func update(model: inout Shelf, message: ShelfMessage) -> [any Command] {
    switch message {
    case .touched(let name): model.touched.append(name)
    case .opened: model.isOpen = true
    case .closed: model.isOpen = false
    case .switched, .typed: break
    }
    return []
  }
}

private func shelfView(_ model: Shelf) -> ViewOf<Shelf> {
  .layers([
    .column([
      .text("Shelf"),
      .list(
        model.names.map { name in
          .row([.text(name).width(.fill), .button("take", .touched(name))]).key(name)
        }
      ).height(.fill),
      .keyHelp,
    ]).onKey("b", "behind", .touched("behind")).onKey("o", "open", .opened),
    model.isOpen
      ? .dialog("Ask", .column([.button("ok", .closed), .keyHelp]), cancel: .closed) : .empty,
  ]).height(.fill).onKey(.control("q"), "quit", .touched("quit"))
}

private struct LinePart: ViewPart {
  var name: String
  var view: ViewOf<Shelf> { .text(name) }
}

/// What a person sees where the room is small.
@Suite struct RoomTests {
  private func lines(_ view: ViewOf<Shelf>, columns: Int, rows: Int = 1) -> [String] {
    var screen = ScreenState(size: TerminalSize(columns: columns, rows: rows))
    screen.show(view)
    return screen.lines
  }

  private func app() throws -> TestScreen<Shelf> {
    try TestScreen(Shelf(), ShelfUpdater(), shelfView, columns: 30, rows: 12)
  }

  @Test(arguments: [4, 6, 9])
  func theCurrentRowStaysVisibleWhenTheScreenBecomesSmaller(_ rows: Int) throws {
    var app = try app()
    app.press(.end)
    #expect(app.screen.lines.contains { $0.hasPrefix("item 8") })
    app.handle(.resized(TerminalSize(columns: 24, rows: rows)))
    #expect(app.screen.lines.contains { $0.hasPrefix("item 8") }, "\(app.screen.lines)")
    app.press(.enter)
    #expect(app.runtime.model.touched == ["item 8"])
  }

  @Test func theCurrentRowStaysVisibleWhenRowsAreInserted() throws {
    var model = Shelf()
    model.names = (1...20).map { "item \($0)" }
    var screen = ScreenState(size: TerminalSize(columns: 24, rows: 8))
    screen.show(shelfView(model))
    for _ in 0..<5 { _ = screen.handle(.key(KeyStroke(.down))) }
    model.names.insert(contentsOf: (100...110).map { "item \($0)" }, at: 0)
    screen.show(shelfView(model))
    #expect(screen.lines.contains { $0.hasPrefix("item 6") }, "\(screen.lines)")
    // What the wheel has moved away stays away.
    let wheel = MouseEvent(.scrolledUp, column: 2, row: 3)
    for _ in 0..<20 { _ = screen.handle(.mouse(wheel)) }
    let scrolled = screen.lines
    #expect(!scrolled.contains { $0.hasPrefix("item 6 ") })
    screen.show(shelfView(model))
    #expect(screen.lines == scrolled)
  }

  @Test func aBarShowsWhichPartOfALongListIsVisible() throws {
    let view = ViewOf<Shelf>.list((1...8).map { .text("row \($0)") }).width(.cells(8))
      .height(.cells(4))
    var screen = ScreenState(size: TerminalSize(columns: 8, rows: 4))
    screen.show(view)
    #expect(screen.lines == ["row 1  ┃", "row 2  ┃", "row 3", "row 4"])
    _ = screen.handle(.key(KeyStroke(.end)))
    #expect(screen.lines == ["row 5", "row 6", "row 7  ┃", "row 8  ┃"])
    screen.show(view.direction(.rightToLeft))
    #expect(screen.lines[3] == "┃  row 8")
    // What fits has no bar, and the whole width.
    #expect(lines(.list([.text("12345678")]), columns: 8) == ["12345678"])
    // A row that needs a second line because of the bar.
    #expect(
      lines(.list([.text("1234567 9"), .text("x")]).height(.cells(2)), columns: 8, rows: 2)
        == ["1234567┃", "9"])
  }

  @Test func partsBesideABarAreNotComputedAgain() {
    let view = ViewOf<Shelf>.scroll(
      .column((1...50).map { .part(LinePart(name: "part \($0)")) }))
    var screen = ScreenState(size: TerminalSize(columns: 20, rows: 5))
    screen.show(view)
    #expect(screen.lines[0] == "part 1             ┃")
    screen.show(view)
    #expect(screen.measuredCount < 10)
  }

  @Test func whatDoesNotFitEndsWithAnEllipsis() {
    #expect(lines(.button("Cancel", .opened), columns: 8) == ["[ Can… ]"])
    #expect(
      lines(.checkbox("a long text", true, ShelfMessage.switched), columns: 10) == ["[x] a lon…"])
    #expect(lines(.checkbox("長い長い", false, ShelfMessage.switched), columns: 10) == ["[ ] 長い…"])
  }

  @Test func aFieldTakesTheWidthThatIsLeft() {
    let text = "a text of 40 characters, to be counted.."
    let field = ViewOf<Shelf>.input("Name", text, ShelfMessage.typed)
    #expect(lines(field, columns: 80) == ["Name: \(text)"])
    #expect(lines(.row([field, .button("ok", .opened)]), columns: 60)[0].hasSuffix("[ ok ]"))
    // The caret stands at the end, so the end is visible.
    #expect(lines(field, columns: 20) == ["Name:  be counted.."])
  }

  @Test func theHelpOfKeysSaysThatMoreFollow() {
    let keys = ViewOf<Shelf>.keyHelp.onKey("a", "add", .opened).onKey("b", "bring", .opened)
      .onKey("c", "close", .opened)
    #expect(lines(keys, columns: 40) == ["a add  b bring  c close"])
    #expect(lines(keys, columns: 18) == ["a add  b bring  …"])
    #expect(lines(keys, columns: 16) == ["a add  …"])
    #expect(
      lines(keys.height(.cells(2)), columns: 16, rows: 2) == ["a add  b bring", "c close"])
  }

  @Test func theHelpOfKeysNamesTabAndArrowsWhereTheyDoSomething() throws {
    let one = ViewOf<Shelf>.column([.button("add", .opened), .keyHelp])
    #expect(lines(one, columns: 30, rows: 2) == ["[ add ]"])
    let two = ViewOf<Shelf>.column([.button("add", .opened), .button("more", .opened), .keyHelp])
    #expect(lines(two, columns: 30, rows: 3).last == "Tab")
    let list = ViewOf<Shelf>.column([.list([.text("a"), .text("b")]), .keyHelp])
    #expect(lines(list, columns: 30, rows: 3).last == "↑↓")
    let single = ViewOf<Shelf>.column([.list([.text("a")]), .keyHelp])
    #expect(lines(single, columns: 30, rows: 2) == ["a"])
    let long = ViewOf<Shelf>.column([
      .scroll(.column([.text("a"), .text("b"), .text("c")])).height(.cells(2)),
      ViewOf.keyHelp.onKey("q", "quit", .opened, in: .screen),
    ])
    #expect(lines(long, columns: 30, rows: 3).last == "q quit  ↑↓")
    // In a field, they move the caret.
    let field = ViewOf<Shelf>.column([.input("Name", "a", ShelfMessage.touched), .keyHelp])
    #expect(lines(field, columns: 30, rows: 2).count == 1)
  }

  @Test func keysAroundADialogActInIt() throws {
    var app = try app()
    app.press(.character("o"))
    #expect(
      app.screen.lines.contains { $0.contains("Ctrl-Q quit  Esc close") }, "\(app.screen.lines)")
    app.press(.character("q"), modifiers: .control)
    app.press(.character("b"))
    #expect(app.runtime.model.touched == ["quit"] && app.runtime.model.isOpen)
    app.press(.escape)
    app.press(.character("b"))
    #expect(app.runtime.model.touched == ["quit", "behind"])
  }
}
