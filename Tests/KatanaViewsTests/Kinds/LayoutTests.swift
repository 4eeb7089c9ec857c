import Foundation
import Katana
import KatanaConsole
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaScreen

/// Sizes, places and what is kept of them, to the cell.
@Suite struct LayoutTests {
  @Test func anAreaWithoutALabelHasNoLineForIt() {
    let view = ViewOf<Noted>.column([
      .textArea("", "a", { .typed(1, $0) }), .text("below"),
      .textArea("L", "b", { .typed(1, $0) }), .text("end"),
    ])
    #expect(shown(view, columns: 12, rows: 12) == ["a", "", "", "below", "L:", "b", "", "", "end"])
  }

  /// A field that says why it is not valid, and one in a column of its own, are fields of the form, too.
  private static func form(_ last: String) -> ViewOf<Noted> {
    .column([
      .input("Name", "Ada", { .typed(0, $0) }),
      .input("Email address", "ada", { .typed(1, $0) }).invalid("no @"),
      .text("and"),
      .column([.select("Size", ["small", "large"], 1) { .turned($0) }]),
      .slider("On", 0, in: 0...1) { .turned(Int($0)) },
      .textArea("About", "me", { .typed(2, $0) }),
      .input(last, "b", { .typed(3, $0) }),
    ])
  }

  @Test func theFieldsOfAFormBeginAtOneColumn() {
    #expect(
      shown(Self.form("City"), columns: 40, rows: 12) == [
        "Name:          Ada", "Email address: ada", "no @", "and", "Size:          ‹ large ›",
        "On:            ●" + String(repeating: "─", count: 19), "About:", "me", "", "",
        "City:          b",
      ])
    #expect(
      shown(Self.form("City").direction(.rightToLeft), columns: 26).prefix(2).map { String($0) }
        == [
          "Ada                  :Name", "ada         :Email address",
        ])
  }

  /// A label that would leave others less than half of their room stands for itself.
  @Test func aLongLabelTakesNoRoomFromOtherFields() {
    let lines = shown(Self.form("Where you live, and since when"), columns: 40)
    #expect(
      lines.first == "Name:          Ada" && lines.last == "Where you live, and since when: b")
  }

  /// Nor does a field that is narrower than the others, and what has a border is a form of its own.
  @Test(arguments: [100, 130]) func aNarrowFieldStandsForItself(_ columns: Int) {
    let label = "Which of your names shall the others see in the list?"
    let view = ViewOf<Noted>.column([
      .input("Name", "Ada", { .typed(0, $0) }), .input(label, "A", { .typed(1, $0) }),
      .input("Email address", "ada", { .typed(2, $0) }),
      .input("Zip", "12", { .typed(3, $0) }).width(.cells(15)),
      .column([.select("Size", ["small"], 0) { .turned($0) }]).border(),
    ])
    let lines = shown(view, columns: columns)
    #expect(
      lines.prefix(6) == [
        "Name:          Ada", label + ": A", "Email address: ada", "Zip: 12",
        "┌─────────────────┐", "│ Size: ‹ small › │",
      ])
    let mirrored = shown(view.direction(.rightToLeft), columns: columns)
    #expect(mirrored[3].hasSuffix(" :Zip"))
  }

  /// What a form wants is what it takes, also where its fields are those of a collection.
  @Test func aFormIsAsWideAsItsFields() {
    let view = ViewOf<Noted>.grid(
      [.fit, .fill],
      [
        .column([
          .each([Element(id: 1), Element(id: 22_222_222)]) { element in
            .select("\(element.id)", [element.id == 1 ? "a long option" : "x"], 0) { .turned($0) }
          }
        ]), .text("end"),
      ])
    #expect(
      shown(view, columns: 40) == ["1:        ‹ a long option ›end", "22222222: ‹ x ›"])
  }

  /// The first click into a field of a form goes where it is shown.
  @Test func aClickIntoAFieldOfAFormSetsItsCaret() throws {
    var app = try screen(columns: 40) { _ in Self.form("City") }
    app.click(16, 0)
    app.type("x")
    #expect(app.model.texts[0] == "Axda")
  }

  /// A long text is kept, but not with another look.
  @Test func aLongTextChangesItsLook() throws {
    let long = String(repeating: "long text ", count: 60)
    for wrapped in [true, false] {
      var app = try screen(columns: 30) { model in
        let text = ViewOf<Noted>.text(long, model.page == 0 ? [] : .strong)
        return .column([.button("turn", .turned(1)), wrapped ? .scroll(text) : text])
      }
      #expect(app.screen.paint().buffer.cells[35].style.view == [])
      app.press(.enter)
      #expect(app.screen.paint().buffer.cells[35].style.view == .strong)
    }
  }

  /// The parts of a line change their places, and the words of a part do not.
  @Test func wordsOfOneStyleStayTogetherFromRightToLeft() {
    let view = ViewOf<Noted>.text(styled: ["ab ", StyledText("cd ef gh", .strong), " ij kl mn"])
      .direction(.rightToLeft)
    #expect(shown(view, columns: 14) == [" ijcd ef ghab", "         kl mn"])
  }

  /// A dialog stands where it is while what is below it scrolls.
  @Test func aDialogDoesNotScrollWithWhatIsBelowIt() {
    let test = noted(columns: 20, rows: 8) { model in
      .layers([
        .column((0..<20).map { .button("b\($0)", .turned(1)) }),
        model.page == 1 ? .dialog("D", .button("ok", .turned(0)), cancel: .turned(0)) : .empty,
      ])
    }
    for _ in 0..<15 { test.keys(.tab) }
    #expect(test.lines.contains { $0.contains("[ b15 ]") })
    test.keys(.enter)
    #expect(
      test.lines.contains { $0.contains("─ D ─") } && test.lines.contains { $0.contains("[ ok ]") })
  }

  /// What a frame does not use is forgotten.
  @Test func whatIsKeptIsForgottenWithItsNode() {
    var memory = FrameMemory<Int>()
    func ids(_ range: Range<Int>) -> [ViewID] { range.map { ViewID.root.child(at: $0) } }
    memory.beginFrame()
    for (index, id) in ids(0..<3).enumerated() { memory.keep(index, id) }
    memory.beginFrame()
    #expect(memory.use(ids(0..<1)[0]) { _ in true } == 0)
    #expect(memory.use(ids(0..<1)[0]) { _ in true } == 0)
    #expect(memory.use(ids(1..<2)[0]) { _ in false } == nil)
    memory.beginFrame()
    #expect(ids(0..<3).map { memory[$0] } == [0, nil, nil])
    memory.keep(4, ids(0..<1)[0])
    memory.keep(5, ids(0..<1)[0])
    memory.keep(6, ids(1..<2)[0])
    memory.beginFrame()
    #expect(ids(0..<3).map { memory[$0] } == [5, 6, nil])
  }

  /// A button below something else does not act, also where nothing but layers is shown.
  @Test func whatIsCoveredInLayersAloneDoesNotAct() {
    let test = noted(columns: 12, rows: 1) { model in
      .layers([
        .button("under", .did("under")), .text(model.page == 0 ? "covers it all" : "").width(.fill),
      ])
    }
    test.keys(.enter)
    #expect(test.model.log.isEmpty && test.focusedLabel == nil)
  }

  /// The model has named a row, and others were put before it, or it is gone.
  @Test func theSelectedRowIsFoundWhereItIsNow() {
    let test = noted(Noted(ids: [1, 2, 3], chosen: 2)) { model in
      .rows(
        NotedRows(ids: model.page == 0 ? model.ids : model.page == 1 ? [9, 1, 2, 3] : [1]),
        selected: model.chosen
      )
      .onKey("t", "turn", .turned(model.page + 1), in: .screen)
    }
    #expect(test.focusedLabel == "row 2")
    test.keys("t")
    #expect(test.focusedLabel == "row 2")
    test.keys(.down)
    #expect(test.model.chosen == 3)
    test.keys("t")
    #expect(test.focusedLabel == "row 1")
  }

  private func drawing(_ figure: Figure<Noted>) -> (Noted) -> ViewOf<Noted> {
    { _ in
      .drawing("D", DrawingWindow(width: 20, height: 10), scaling: .stretched, [figure])
        .onPointer { .did("\(Int($0.x)) \(Int($0.y))") }
    }
  }

  /// The cross of a drawing that becomes smaller stays in it.
  @Test func theCrossStaysInTheDrawing() {
    let test = noted(columns: 20, rows: 10, drawing(.text(x: 0, y: 0, "a")))
    for _ in 0..<20 { test.keys(.down, .right) }
    test.keys(.enter)
    #expect(test.model.log == ["19 9", "19 9"])
    test.resize(columns: 10, rows: 5)
    test.keys(.enter)
    #expect(test.model.log.suffix(2) == ["19 9", "19 9"])
  }

  /// A figure that is smaller than a cell takes one.
  @Test(arguments: [4, 6]) func besideASmallCircleIsTheDrawing(_ column: Int) throws {
    let circle = Figure<Noted>.circle(x: 5.5, y: 5.5, radius: 0.2).onPress(.did("circle"))
    var app = try screen(columns: 20, rows: 10, drawing(circle))
    for column in [5, column] {
      app.handle(.mouse(MouseEvent(.pressed(button: 0), column: column, row: 5)))
    }
    #expect(app.model.log == ["circle", "\(column) 5"])
  }

  /// Who scrolls up reads on at the bottom of what is visible.
  @Test func afterScrollingTheFocusIsAtTheSideWhereItComesFrom() {
    let test = noted(columns: 20, rows: 6) { _ in
      .scroll(.column((0..<30).map { .button("b\($0)", .did("b\($0)")) }))
    }
    test.keys(.pageDown, .pageDown)
    #expect(test.lines.first?.contains("[ b10 ]") == true && test.focusedLabel == "b10")
    test.keys(.pageUp)
    #expect(test.lines.last?.contains("[ b10 ]") == true && test.focusedLabel == "b10")
    test.keys(.pageUp)
    #expect(test.lines.first?.contains("[ b0 ]") == true && test.focusedLabel == "b5")
  }

  /// A key that sends nothing may change the cells: the focus, a caret, a cross, a column of a row.
  @Test(arguments: [Shortcut.tab, .left, .down]) func whatAKeyChangesIsPainted(_ key: Shortcut)
    throws
  {
    let view: (Noted) -> ViewOf<Noted> = { model in
      switch key {
      case .tab: .row([.button("a", .did("a")), .button("b", .did("b"))])
      case .left: .input("F", "text", { .typed(1, $0) })
      default: .list((0..<3).map { .text("row \($0)") })
      }
    }
    var screen = ScreenState(size: TerminalSize(columns: 40, rows: 3))
    screen.show(view(Noted()))
    let before = screen.paint()
    #expect(screen.handle(.key(try #require(KeyStroke(key)))).isEmpty)
    let after = screen.paint()
    #expect(after.buffer != before.buffer || after.cursor! != before.cursor!)
  }

  /// The arrows are named where they move something.
  @Test func theHelpNamesTheArrowsWhereSomethingScrolls() {
    func help(_ lines: Int) -> String? {
      let view = ViewOf<Noted>.column([
        .scroll(.column([.button("b", .did("b"))] + (0..<lines).map { .text("\($0)") })), .keyHelp,
      ])
      return shown(view, columns: 20, rows: 6).last
    }
    #expect(help(2) == "" || help(2)?.contains("↑↓") == false)
    #expect(help(20)?.contains("↑↓") == true)
  }

  /// Without motion, a figure stands where it ends, and is pressed there.
  @Test(arguments: [false, true]) func aFigureIsPressedWhereItIsShown(_ reducesMotion: Bool) {
    let start = Date(timeIntervalSince1970: 0)
    let figure = Figure<Noted>.rectangle(x: 0, y: 0, width: 2, height: 10).onPress(.did("figure"))
      .moved(x: Motion(from: 0, to: 10, start: start, lasting: .seconds(10)))
    let view = ViewOf<Noted>.drawing(
      "D", DrawingWindow(width: 20, height: 10), scaling: .stretched, [figure])
    var screen = ScreenState(
      size: TerminalSize(columns: 20, rows: 10), reducesMotion: reducesMotion)
    screen.show(view, at: start)
    func click(_ column: Int) -> Int {
      screen.handle(.mouse(MouseEvent(.pressed(button: 0), column: column, row: 5))).count
    }
    #expect(click(0) == (reducesMotion ? 0 : 1))
    #expect(click(10) == (reducesMotion ? 1 : 0))
  }

  @Test func aContentIsAlignedByASingleColumn() {
    let row = ViewOf<Noted>.row([.text("abc"), .text("de")]).width(.cells(7)).align(.trailing)
    #expect(shown(row, columns: 10) == [" abc de"])
    #expect(shown(.text("abcdef").width(.cells(7)).align(.trailing), columns: 10) == [" abcdef"])
  }

  @Test func columnsOfAGridShareTheWholeRoom() {
    let cells = (1...4).map { ViewOf<Noted>.text("\($0)\($0)").align(.trailing) }
    let two = ViewOf<Noted>.grid([.fill, .fill], cells).width(.fill)
    #expect(shown(two, columns: 10) == ["   11   22", "   33   44"])
    let weighted = ViewOf<Noted>.grid([.fill, .fill(2), .cells(2)], cells).width(.fill)
    #expect(shown(weighted, columns: 11) == [" 11    2233", " 44"])
  }

  /// A content that fits to the line has no bar, also where its texts would need more lines.
  @Test func aContentThatFitsHasNoBar() {
    let texts = (0..<4).map { ViewOf<Noted>.text("\($0)\nmore\nmore").height(.cells(1)) }
    let lines = shown(.scroll(.column(texts)), columns: 10, rows: 4)
    #expect(lines.count == 4 && !lines.joined().contains("┃"))
    #expect(shown(.scroll(.column(texts)), columns: 10, rows: 3).joined().contains("┃"))
  }

  private func picture(_ figures: Figure<Noted>..., scaling: DrawingScaling = .stretched)
    -> [String]
  {
    shown(
      .drawing("D", DrawingWindow(width: 20, height: 10), scaling: scaling, figures), columns: 20,
      rows: 10)
  }

  @Test func linesEndWhereTheyEnd() {
    #expect(
      picture(.line(fromX: 2, y: 1.5, toX: 8, y: 4.5)) == [
        "", "  ·", "   ··", "     ··", "       ··",
      ])
    #expect(
      picture(.line(fromX: 3.5, y: 8, toX: 5.5, y: 1)) == [
        "", "     ·", "     ·", "    ·", "    ·", "    ·", "   ·", "   ·", "   ·",
      ])
    #expect(
      picture(.line(fromX: -30, y: 5.5, toX: 3, y: 5.5), .line(fromX: 15, y: 0.5, toX: 90, y: 0.5))
        == ["               ·····", "", "", "", "", "····"])
  }

  @Test func circlesAreRound() {
    #expect(
      picture(.circle(x: 10, y: 5, radius: 4)) == [
        "", "        ••••", "       •    •", "      •      •", "      •      •", "      •      •",
        "      •      •", "       •    •", "        ••••",
      ])
    #expect(
      picture(.circle(x: 10, y: 5, radius: 4), scaling: .trueToShape) == [
        "", "", "", "       ••••••", "      ••    ••", "      ••    ••", "       ••••••",
      ])
    #expect(picture(.circle(x: 0, y: 0, radius: 3)) == ["  •", " ••", "••"])
    #expect(
      picture(.circle(x: 19, y: 9, radius: 2.5)) == [
        "", "", "", "", "", "", "", "                 •••", "                 •",
        "                 •",
      ])
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
}

@Suite struct CutTextTests {
  /// A long word is cut rather than left out, and a line end stays one.
  @Test func aTextOfOneLineShowsWhatFits() {
    func line(_ view: ViewOf<Noted>) -> [String] {
      shown(view.width(.cells(12)).height(.cells(1)), columns: 20)
    }
    #expect(line(.text("2 TerminalMessage.performed")) == ["2 TerminalM…"])
    let cut = line(.text(styled: ["2 ", StyledText("TerminalMessage", .strong)]))
    #expect(cut == ["2 TerminalM…"])
    #expect(line(.text("one\ntwo")) == ["one        …"])
    #expect(line(.text("one two")) == ["one two"])
    #expect(line(.text("With a height of one line")) == ["With a heig…"])
    #expect(line(.text("日本語日本語日本語")) == ["日本語日本 …"])
  }
}
