import Katana
import KatanaConsole
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import KatanaScreen

private struct Lines: ViewRows {
  typealias Receiver = Noted
  var ids: [Int]
  var isPressable = false

  var count: Int { ids.count }
  func id(at index: Int) -> Int { ids[index] }
  func row(at index: Int) -> ViewOf<Noted> {
    let row: ViewOf<Noted> = .row([
      .text("\(ids[index])-first"), .text("second-\(ids[index])"), .text("third"),
    ]).onSelect(.chose(ids[index]))
    return isPressable ? row.onPress(.did("\(ids[index])")) : row
  }
}

/// What a stranger has met with tables and lists that are filtered.
@Suite struct NarrowTableTests {
  private static func table(_ ids: [Int], isPressable: Bool) -> ViewOf<Noted> {
    .table(
      [.column("First", .cells(21)), .column("Second", .cells(20)), .column("Third", .cells(10))],
      Lines(ids: ids, isPressable: isPressable))
  }

  @Test(arguments: [false, true]) func theArrowsMoveATableThatIsTooWide(isPressable: Bool) throws {
    var app = try screen(columns: 30, rows: 5) { _ in
      Self.table([1, 2], isPressable: isPressable)
    }
    app.press(.right)
    #expect(!app.screen.lines[1].contains("1-first"))
    app.press(.right, .right, .right, .right, .right)
    #expect(app.screen.lines[0].contains("Third") && app.screen.lines[2].contains("third"))
    app.press(.left, .left, .left, .left, .left, .left, .left)
    #expect(app.screen.lines[1].hasPrefix("1-first"))
    // The row stays current, wherever the table was moved.
    app.press(.right, .down)
    #expect(app.model.log.last == "chose 2")
  }

  @Test(arguments: [false, true]) func whatWasMovedSidewaysStaysThere(isPressable: Bool) throws {
    var app = try screen(columns: 30, rows: 5) { _ in
      Self.table([1, 2], isPressable: isPressable)
    }
    let wheel = MouseEvent(.scrolledDown, column: 3, row: 2, modifiers: .shift)
    for _ in 0..<9 { app.handle(.mouse(wheel)) }
    app.press(.down)
    #expect(app.screen.lines[0].contains("Third"))
  }

  /// The row that the model has chosen is filtered away.
  @Test func arowBesideTheChosenOneCanBeChosen() throws {
    var model = Noted()
    model.chosen = 2
    var app = try screen(model, columns: 30, rows: 5) {
      .list(
        [7, 8].map { id in .text("row \(id)").onSelect(.chose(id)).key(id) }, selected: $0.chosen)
    }
    app.click(2, 0)
    #expect(app.model.chosen == 7)
    app.press(.down)
    #expect(app.model.chosen == 8)
    app.press(.down)
    #expect(app.model.log == ["chose 7", "chose 8"])
  }

  @Test func theKeyAtTheEndChoosesWhatTheModelHasNot() throws {
    var model = Noted()
    model.chosen = 2
    var app = try screen(model, columns: 30, rows: 5) {
      .list([.text("row 7").onSelect(.chose(7)).key(7)], selected: $0.chosen)
    }
    app.press(.down)
    #expect(app.model.chosen == 7)
  }

  /// A control in another row makes its row the chosen one.
  @Test func aClickOnAControlChoosesItsRow() throws {
    var app = try screen(Noted(), columns: 30, rows: 5) { model in
      .list(
        [7, 8].map { id in
          .row([.text("row \(id)"), .button("go", .did("go \(id)"))]).onSelect(.chose(id)).key(id)
        }, selected: model.chosen ?? 7)
    }
    app.click(8, 1)
    #expect(app.model.log == ["chose 8", "go 8"])
  }

  /// The columns beside a title do not move when the rows are in its order.
  @Test func aTitleHasRoomForItsMark() {
    func lines(isSorted: Bool) -> String? {
      shown(
        .table(
          [
            .column("A").onPress(.did("a")).sorted(.ascending, if: isSorted), .column("B"),
          ], Lines(ids: [])), columns: 20
      ).first
    }
    #expect(lines(isSorted: true) == "A ▲  B")
    #expect(lines(isSorted: false) == "A    B")
  }

  @Test func theArrowsThatActAreShown() {
    func keys(_ view: ViewOf<Noted>) -> String? {
      shown(.column([view, .keyHelp]), columns: 30).last
    }
    #expect(keys(.tabs("Pages", ["A", "B"], 0, { .turned($0) }, .text("a"))) == "←→")
    #expect(keys(.slider("Size", 1, in: 0...2, { _ in .did("size") })) == "←→")
    #expect(keys(.button("go", .did("go"))) == "[ go ]")
    #expect(keys(Self.table([1, 2], isPressable: true).height(.cells(4))) == "←→  ↑↓")
  }
}
