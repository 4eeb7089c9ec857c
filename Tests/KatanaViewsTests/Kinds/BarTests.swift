import Katana
import KatanaConsole
import KatanaViews
import Testing

@testable import KatanaScreen

/// Bars, sliders and choices by the mouse alone.
@Suite struct BarTests {
  private static func mouse(
    _ action: MouseEvent.Action, _ column: Int, _ row: Int, _ modifiers: KeyModifiers = []
  ) -> TerminalEvent {
    .mouse(MouseEvent(action, column: column, row: row, modifiers: modifiers))
  }

  private static func rows(_ count: Int) -> ViewOf<Noted> {
    .list((1...count).map { index in .text("row \(index)").onSelect(.did("\(index)")).key(index) })
  }

  /// The bar follows the pointer, also beside it, and the current row stays where it is.
  @Test func aBarIsHeldAndMoved() throws {
    var app = try screen(rows: 5) { _ in Self.rows(20) }
    app.handle(Self.mouse(.pressed(button: 0), 39, 4))
    #expect(app.screen.lines.last?.hasPrefix("row 20") == true)
    app.handle(Self.mouse(.moved(button: 0), 12, 2))
    #expect(app.screen.lines.first?.hasPrefix("row 9") == true)
    app.handle(Self.mouse(.moved(button: 0), 12, 0))
    #expect(app.screen.lines.first?.hasPrefix("row 1") == true)
    app.handle(Self.mouse(.moved(button: 0), 12, 9))
    app.handle(Self.mouse(.released(button: 0), 12, 9))
    #expect(app.screen.lines.last?.hasPrefix("row 20") == true)
    app.handle(Self.mouse(.moved(button: nil), 39, 0))
    #expect(app.screen.lines.last?.hasPrefix("row 20") == true)
    #expect(app.model.log.isEmpty)
  }

  /// The bar of an area with controls in it, from its first line to its last.
  @Test(arguments: [false, true]) func aBarReachesBothEnds(isMirrored: Bool) throws {
    let view = ViewOf<Noted>.scroll(
      .column((1...30).map { .button("button \($0)", .did("\($0)")) }))
    var app = try screen(rows: 4) { _ in isMirrored ? view.direction(.rightToLeft) : view }
    let column = isMirrored ? 0 : 39
    app.click(column, 3)
    #expect(app.screen.lines.last?.contains("[ button 30 ]") == true)
    app.click(column, 0)
    #expect(app.screen.lines.first?.contains("[ button 1 ]") == true)
    #expect(app.model.log.isEmpty)
  }

  @Test func whatIsBehindADialogIsNotScrolled() throws {
    var app = try screen(rows: 5) { _ in
      .layers([Self.rows(20), .dialog("Sure?", .text("really"), cancel: .did("no"))])
    }
    app.click(39, 4)
    #expect(app.screen.lines.first?.contains("row 1") == true)
  }

  @Test(arguments: [false, true]) func aSliderIsSetWhereItIsPressed(isMirrored: Bool) throws {
    let view: @Sendable (Noted) -> ViewOf<Noted> = {
      let slider = ViewOf<Noted>.slider(
        "Volume", $0.texts[1].flatMap { Double($0) } ?? 0, in: 0...10, step: 2,
        { .typed(1, "\($0)") }
      ).width(.cells(20))
      return isMirrored ? slider.direction(.rightToLeft) : slider
    }
    // "Volume: " takes 8 of 20 cells.
    func column(_ part: Int) -> Int { isMirrored ? 19 - 8 - part : 8 + part }
    var app = try screen { view($0) }
    app.handle(Self.mouse(.pressed(button: 0), column(11), 0))
    #expect(app.model.texts[1] == "10.0")
    app.handle(Self.mouse(.moved(button: 0), column(5), 3))
    #expect(app.model.texts[1] == "4.0")
    app.handle(Self.mouse(.moved(button: 0), column(-30), 3))
    #expect(app.model.texts[1] == "0.0")
    app.handle(Self.mouse(.released(button: 0), column(-30), 3))
    app.handle(Self.mouse(.moved(button: nil), column(11), 0))
    #expect(app.model.texts[1] == "0.0")
  }

  @Test func aChoiceGoesBackAtItsFirstMark() throws {
    var app = try screen {
      .select("Size", ["S", "M", "L"], $0.chosen ?? 0, { .chose($0) })
    }
    app.click(10, 0)
    #expect(app.model.chosen == 1)
    app.click(6, 0)
    #expect(app.model.chosen == 0)
    app.click(6, 0)
    #expect(app.model.chosen == 2)
  }

  @Test func theWheelWithShiftMovesSideways() throws {
    var app = try screen(columns: 10, rows: 3) { _ in
      .row([.text("0123456789").width(.cells(10)), .text("abcdefghij").width(.cells(10))])
    }
    #expect(app.screen.lines[0].hasPrefix("012"))
    app.handle(Self.mouse(.scrolledDown, 3, 0, .shift))
    #expect(!app.screen.lines[0].hasPrefix("0"))
    app.handle(Self.mouse(.scrolledUp, 3, 0, .shift))
    #expect(app.screen.lines[0].hasPrefix("012"))
  }
}
