import Foundation
import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import KatanaViews
import KatanaViewsTesting
import Testing

@testable import Examples
@testable import crud
@testable import flight_booker
@testable import timer

/// Each example does its work by the mouse alone; only what is written into a field is typed. The sizes are
/// those of `KeyboardAloneTests`.
@Suite struct MouseAloneTests {
  @Test func theCounterCounts() {
    let test = ViewTest(Program(model: Counter(), CounterUpdater()), counterView)
    test.click("[ + ]")
    test.click("more")
    test.click("[ - ]")
    test.click("[ + ]")
    #expect(test.model.value == 2)
  }

  /// What ends an example stands among its keys.
  @Test(arguments: [(80, 24), (40, 12)]) func eachExampleIsEnded(_ columns: Int, _ rows: Int) {
    expectEnd(cellsScreenProgram, columns, rows, cellsView)
    expectEnd(circleEditorProgram, columns, rows, circleDrawerView)
    expectEnd(converterProgram, columns, rows, converterView)
    expectEnd(Program(model: Counter(), CounterUpdater()), columns, rows, counterView)
    expectEnd(liftProgram, columns, rows, liftView)
    expectEnd(minefieldProgram, columns, rows, minefieldView)
    expectEnd(timelineProgram, columns, rows, timelineView)
  }

  private func expectEnd<AppModel: Model & Equatable>(
    _ program: Program<AppModel>, _ columns: Int, _ rows: Int,
    _ view: @escaping @Sendable (AppModel) -> ViewOf<AppModel>
  ) where AppModel.Receives: Equatable {
    let test = ViewTest(endable(program), columns: columns, rows: rows, endableView(view))
    test.click("Ctrl-Q quit")
    #expect(test.app.pending(ExitProcess.self).count == 1, "\(AppModel.self)")
    test.app.finish(ignoringPending: [ExitProcess.self])
  }

  @Test(arguments: KeyboardAloneTests.sizes)
  func temperaturesAreConverted(_ columns: Int, _ rows: Int) {
    let test = ViewTest(converterProgram, columns: columns, rows: rows, converterView)
    test.click("Fahrenheit:")
    test.keys("2", "1", "2")
    #expect(test.model.celsius == "100")
    test.click("Celsius:")
    test.keys(.end, "0")
    #expect(test.model.celsius == "1000")
  }

  @Test(arguments: KeyboardAloneTests.sizes)
  func aFlightIsBooked(_ columns: Int, _ rows: Int) throws {
    let test = ViewTest(flightScreenProgram, columns: columns, rows: rows, flightView)
    test.app.answer(
      \Today.reply, with: try #require(CalendarDate(2026, 11, 27)), exhaustive: [])
    test.click("one-way")
    test.click("Return:")
    test.keys(.end, .backspace, "8")
    test.click("[ Book ]")
    #expect(
      test.model.booking
        == "You have booked a return flight on 2026-11-27, returning on 2026-11-28.")
  }

  @Test(arguments: KeyboardAloneTests.sizes)
  func theTimerIsSetAndReset(_ columns: Int, _ rows: Int) {
    let test = ViewTest(timerScreenProgram, columns: columns, rows: rows, timerView)
    test.app.answer(\LoadPersisted<SavedTimer>.reply, with: .success(nil), exhaustive: [])
    test.app.send(TimerMessage.ticked(Tick(30)), exhaustive: [])
    // The last cell of the slider.
    test.click("─ 15.0 s")
    #expect(test.model.duration == 600)
    test.click("[ Reset ]")
    #expect(test.model.elapsed == 0)
  }

  @Test(arguments: KeyboardAloneTests.sizes)
  func namesAreCreatedChangedAndDeleted(_ columns: Int, _ rows: Int) {
    let test = ViewTest(
      crudScreenProgram,
      interpreters: [.random(seed: 1), .command(ExitProcess.self) { _, _ in }],
      columns: columns, rows: rows, { crudView($0) })
    for (name, surname) in [("A", "B"), ("C", "D")] {
      test.click("Name:")
      test.keys(.end, .backspace, Shortcut(extendedGraphemeClusterLiteral: Character(name)))
      test.click("Surname:")
      test.keys(.end, .backspace, Shortcut(extendedGraphemeClusterLiteral: Character(surname)))
      test.click("[ Create ]")
    }
    test.click("B, A")
    test.click("Name:")
    test.keys(.end, "m")
    test.click("[ Update ]")
    #expect(test.model.people.map(\.text) == ["B, Am", "D, C"])
    test.click("[ Delete ]")
    #expect(test.model.people.map(\.text) == ["D, C"])
  }

  @Test(arguments: KeyboardAloneTests.sizes)
  func circlesAreDrawnResizedAndUndone(_ columns: Int, _ rows: Int) {
    let test = ViewTest(
      circleEditorProgram, interpreters: [.time()], columns: columns, rows: rows, circleDrawerView)
    test.click(column: 10, row: 5)
    #expect(test.model.drawing.present.circles.count == 1)
    test.click(column: 10, row: 5, button: 2)
    // The knob is in the middle; the last cell is the greatest diameter.
    let line = test.lines.firstIndex { $0.contains("Diameter:") } ?? 0
    let end = test.lines[line].lastIndex(of: "─") ?? test.lines[line].startIndex
    test.click(column: test.lines[line][..<end].count, row: line)
    test.click("[ Done ]")
    #expect(test.model.dialog == nil)
    #expect(test.model.drawing.present.circles[id: 1]?.diameter == 120)
    test.click("[ Undo ]")
    test.click("undo")
    #expect(test.model.drawing.present.circles.isEmpty)
    test.click("redo")
    #expect(test.model.drawing.present.circles.count == 1)
  }

  @Test(arguments: KeyboardAloneTests.sizes) func theSheetIsFilled(_ columns: Int, _ rows: Int) {
    let test = ViewTest(cellsScreenProgram, columns: columns, rows: rows, cellsView)
    // The first click makes the row the current one, and opens the cell.
    test.click(column: 5, row: 1)
    test.keys("6", .enter)
    test.click(column: 5, row: 2)
    test.keys("=", "A", "0", "*", "7", .enter)
    #expect(test.lines[2].contains("42"))
    test.click(column: 5, row: 3)
    test.keys("x")
    test.click("cancel")
    #expect(test.model.spreadsheet.edit == nil)
    // The last line of the bar, and the columns that are not visible.
    let bar = TerminalText.width(of: test.lines[1]) - 1
    test.click(column: bar, row: rows - 2)
    #expect(test.lines.contains { $0.hasPrefix("99") })
    test.click("> right")
    #expect(test.model.firstColumn == 1)
  }

  @Test(arguments: KeyboardAloneTests.sizes) func minesAreFlaggedAndFound(
    _ columns: Int, _ rows: Int
  ) {
    var model = Minefield()
    model.mines = [Minefield.Place(column: 8, row: 0)]
    let test = ViewTest(
      Program(model: model, MinefieldUpdater()), columns: columns, rows: rows, minefieldView)
    test.click(column: 3 + 3 * 8, row: 2, button: 2)
    #expect(test.lines[2].contains(" ! "))
    test.click(column: 3 + 3 * 8, row: 2, button: 2)
    test.click(column: 3 + 3 * 8, row: 2)
    #expect(test.model.isLost)
    test.click("[ New game ]")
    #expect(!test.model.isLost)
  }

  @Test(arguments: KeyboardAloneTests.sizes) func theLiftIsCalled(_ columns: Int, _ rows: Int) {
    let test = ViewTest(liftProgram, columns: columns, rows: rows, liftView)
    test.click("[ 3 ]")
    test.app.answer(
      \Now.reply, with: Date(timeIntervalSinceReferenceDate: 0), exhaustive: [])
    #expect(test.model.floor == 3)
    test.click("[ 0 ]")
    test.app.answer(
      \Now.reply, with: Date(timeIntervalSinceReferenceDate: 9), exhaustive: [])
    #expect(test.model.floor == 0)
  }

  @Test(arguments: KeyboardAloneTests.sizes)
  func theTimelineIsScrolledAndStopped(_ columns: Int, _ rows: Int) {
    let test = ViewTest(
      Program(model: Timeline(count: 1_000), TimelineFeature()), columns: columns, rows: rows,
      timelineView)
    test.click("running")
    #expect(!test.model.isRunning)
    test.click(column: columns - 1, row: 7)
    #expect(test.lines.contains { $0.contains("    0  ") })
    test.click(column: columns - 1, row: rows - 2)
    #expect(test.lines.contains { $0.contains("  999  ") })
  }
}
