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

/// Each example does its work by keys alone, on a usual and on a small terminal.
@Suite struct KeyboardAloneTests {
  static let sizes = [(80, 24), (40, 12)]

  /// What has the focus is on the screen.
  private func expectFocus(
    _ label: String, in test: ViewTest<some Model>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(test.focusedLabel == label, sourceLocation: sourceLocation)
    #expect(
      test.lines.contains { $0.contains(label) }, "\(test.lines)", sourceLocation: sourceLocation)
  }

  @Test(arguments: sizes) func theCounterCounts(_ columns: Int, _ rows: Int) {
    let test = ViewTest(
      Program(model: Counter(), CounterUpdater()), columns: columns, rows: rows, counterView)
    test.keys(.enter, .tab, .enter, .enter, "+")
    #expect(test.model.value == 2)
    expectFocus("+", in: test)
  }

  @Test(arguments: sizes) func temperaturesAreConverted(_ columns: Int, _ rows: Int) {
    let test = ViewTest(converterProgram, columns: columns, rows: rows, converterView)
    test.keys("1", "0", "0")
    #expect(test.model.fahrenheit == "212")
    test.keys(.tab, .backspace, .backspace, .backspace, "3", "2")
    #expect(test.model.celsius == "0")
    expectFocus("Fahrenheit", in: test)
  }

  @Test(arguments: sizes) func aFlightIsBooked(_ columns: Int, _ rows: Int) throws {
    let test = ViewTest(flightScreenProgram, columns: columns, rows: rows, flightView)
    test.app.answer(
      \Today.reply, with: try #require(CalendarDate(2026, 11, 27)), exhaustive: [])
    test.keys(.right, .tab, .tab, .backspace, "8", .tab)
    expectFocus("Book", in: test)
    test.keys(.enter)
    #expect(
      test.model.booking
        == "You have booked a return flight on 2026-11-27, returning on 2026-11-28.")
    // The text is wider than a small terminal.
    #expect(test.lines.joined().contains("You have booked"))
  }

  @Test(arguments: sizes) func theTimerIsSetAndReset(_ columns: Int, _ rows: Int) {
    let test = ViewTest(timerScreenProgram, columns: columns, rows: rows, timerView)
    test.app.answer(\LoadPersisted<SavedTimer>.reply, with: .success(nil), exhaustive: [])
    test.app.send(TimerMessage.ticked(Tick(30)), exhaustive: [])
    let before = test.model.duration
    test.keys(.right, .right, .left)
    #expect(test.model.duration == before + 10)
    test.keys(.tab)
    expectFocus("Reset", in: test)
    test.keys(.enter)
    #expect(test.model.elapsed == 0)
  }

  @Test(arguments: sizes) func namesAreCreatedChangedAndDeleted(_ columns: Int, _ rows: Int) {
    let test = ViewTest(
      crudScreenProgram,
      interpreters: [.random(seed: 1), .command(ExitProcess.self) { _, _ in }],
      columns: columns, rows: rows, { crudView($0) })
    // An empty list takes no focus.
    test.keys(.tab, "A", "d", "a", .tab, "B", .tab)
    expectFocus("Create", in: test)
    test.keys(.enter)
    #expect(test.model.people.map(\.text) == ["B, Ada"])
    // The new name is selected, so all three buttons can be used.
    test.keys(.tab, .tab, .tab, .tab)
    #expect(test.lines.contains { $0.contains("B, Ada") })
    test.keys(.tab, "m", .tab, .tab, .tab)
    expectFocus("Update", in: test)
    test.keys(.enter)
    #expect(test.model.people.map(\.text) == ["B, Adam"])
    test.keys(.tab)
    expectFocus("Delete", in: test)
    test.keys(.enter)
    #expect(test.model.people.isEmpty)
  }

  @Test(arguments: sizes) func circlesAreDrawnResizedAndUndone(_ columns: Int, _ rows: Int) {
    let test = ViewTest(
      circleEditorProgram, interpreters: [.time()], columns: columns, rows: rows, circleDrawerView)
    test.keys(.right, .right, .enter, .alt(.enter))
    expectFocus("Diameter", in: test)
    test.keys(.right, .tab)
    expectFocus("Done", in: test)
    test.keys(.enter)
    #expect(test.model.dialog == nil)
    #expect(test.model.drawing.present.circles[id: 1]?.diameter == 42)
    test.keys(.tab)
    expectFocus("Undo", in: test)
    test.keys(.enter, .enter)
    #expect(test.model.drawing.present.circles.isEmpty)
  }

  @Test(arguments: sizes) func theSheetIsFilled(_ columns: Int, _ rows: Int) {
    let test = ViewTest(cellsScreenProgram, columns: columns, rows: rows, cellsView)
    test.keys(.enter, "6", .enter, .down, .enter, "=", "A", "0", "*", "7", .enter)
    #expect(test.focusedLabel == "A1")
    #expect(test.lines[2].contains("42"))
    // The last row comes into sight.
    test.keys(.end, .right, .enter, "l", "a", "s", "t", .enter)
    #expect(test.focusedLabel == "B99")
    #expect(test.lines.contains { $0.contains("last") })
    test.keys(">")
    #expect(test.model.firstColumn == 1)
  }

  @Test(arguments: sizes) func minesAreFlaggedAndFound(_ columns: Int, _ rows: Int) {
    var model = Minefield()
    model.mines = [Minefield.Place(column: 8, row: 8)]
    let test = ViewTest(
      Program(model: model, MinefieldUpdater()), columns: columns, rows: rows, minefieldView)
    test.keys(.tab, .end)
    for _ in 0..<8 { test.keys(.right) }
    #expect(test.focusedLabel == "I9")
    test.keys("f")
    #expect(test.lines.contains { $0.contains(" ! ") })
    test.keys("f", .enter)
    #expect(test.model.isLost)
    test.keys(.tab, .enter)
    #expect(!test.model.isLost)
  }

  @Test(arguments: sizes) func theLiftIsCalled(_ columns: Int, _ rows: Int) {
    let test = ViewTest(liftProgram, columns: columns, rows: rows, liftView)
    test.keys(.tab, .tab, .enter)
    expectFocus("3", in: test)
    test.app.answer(
      \Now.reply, with: Date(timeIntervalSinceReferenceDate: 0), exhaustive: [])
    #expect(test.model.floor == 3)
    test.keys(.tab, .tab, .tab)
    expectFocus("0", in: test)
    test.keys("5")
    test.app.answer(
      \Now.reply, with: Date(timeIntervalSinceReferenceDate: 9), exhaustive: [])
    #expect(test.model.floor == 5)
  }

  @Test(arguments: sizes) func theTimelineIsScrolledAndStopped(_ columns: Int, _ rows: Int) {
    let test = ViewTest(
      Program(model: Timeline(count: 1_000), TimelineFeature()), columns: columns, rows: rows,
      timelineView)
    test.keys(.enter)
    #expect(!test.model.isRunning)
    expectFocus("running", in: test)
    test.keys(.tab, .home)
    #expect(test.lines.contains { $0.contains("    0  ") })
    test.keys(.end)
    #expect(test.lines.contains { $0.contains("  999  ") })
  }
}
