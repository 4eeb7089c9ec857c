import Katana
import KatanaConsole
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@testable import flight_booker

@Suite struct FlightBookerTests {
  private func model(
    _ start: String, _ end: String, isReturn: Bool = true, _ focus: FlightModel.Field = .kind
  ) -> FlightModel {
    FlightModel(
      isReturn: isReturn, start: LineEditor(text: start), end: LineEditor(text: end), focus: focus)
  }

  private func key(_ key: TerminalKey, _ modifiers: KeyModifiers = []) -> FlightMessage {
    .happened(.key(KeyStroke(key, modifiers)))
  }

  @Test func itBeginsWithToday() throws {
    let today = try #require(CalendarDate(2026, 11, 22))
    let app = AppTest(flightProgram)
    app.start(commands: [Today(Reply(FlightMessage.started))], exhaustive: .commands)
    app.answer(\Today.reply, with: today, exhaustive: .model) {
      $0.start = LineEditor(text: "2026-11-22")
      $0.end = LineEditor(text: "2026-11-22")
    }
    app.finish()
  }

  @Test func theTextTypedBeforeTheDateIsKnownStays() throws {
    let today = try #require(CalendarDate(2026, 11, 22))
    let test = StepTest(FlightFeature(), model: model("2030-01-02", ""))
    test.send(.started(today), exhaustive: .model) { $0.end = LineEditor(text: "2026-11-22") }
  }

  @Test(arguments: [
    ("2026-11-22", "2026-11-22", true, true), ("2026-11-22", "2026-11-21", true, false),
    ("2026-11-22", "2026-11-21", false, true), ("2026-11-31", "2026-12-24", true, false),
    ("2026-11-22", "tomorrow", true, false), ("", "", false, false),
  ]) func aFlightIsBookedOnlyInOrder(start: String, end: String, isReturn: Bool, canBook: Bool) {
    let model = model(start, end, isReturn: isReturn)
    #expect(model.canBook == canBook)
    #expect(model.fields.contains(.book) == canBook)
  }

  @Test func theReturnDateIsReachedForReturnFlightsOnly() {
    let test = StepTest(FlightFeature(), model: model("2026-11-22", "2026-11-23", isReturn: false))
    test.send(key(.tab), exhaustive: .model) { $0.focus = .start }
    test.send(key(.tab), exhaustive: .model) { $0.focus = .book }
    test.send(key(.down), exhaustive: .model) { $0.focus = .kind }
    test.send(key(.enter), exhaustive: .model) { $0.isReturn = true }
    test.send(key(.up), exhaustive: .model) { $0.focus = .book }
    test.send(key(.tab, .shift), exhaustive: .model) { $0.focus = .end }
  }

  @Test func aDateIsEditedInItsField() {
    let test = StepTest(FlightFeature(), model: model("2026-11-2", "", isReturn: false, .start))
    test.send(key(.character("9")), exhaustive: .model) {
      $0.start = LineEditor(text: "2026-11-2")
      _ = $0.start.take(.key(KeyStroke(.character("9"))))
    }
    #expect(test.model.start.text == "2026-11-29")
  }

  @Test func theBookingIsShown() {
    let test = StepTest(FlightFeature(), model: model("2026-11-22", "2026-12-24", .book))
    test.send(key(.enter), exhaustive: .model) {
      $0.booking = "You have booked a return flight on 2026-11-22, returning on 2026-12-24."
    }
    #expect(
      FlightView(model: test.model).lines.suffix(2)
        == ["You have booked a return flight on", "2026-11-22, returning on 2026-12-24."])
  }

  @Test func aWrongDateIsRed() {
    let lines = FlightView(model: model("2026-02-30", "2026-03-01", .start)).lines
    #expect(lines[1] == "> \u{1B}[41m2026-02-30\u{1B}[0m")
    #expect(lines[2] == "  2026-03-01")
    #expect(lines[3] == "  \u{1B}[2m[ Book ]\u{1B}[0m")
  }

  @Test func escapeQuits() {
    let test = StepTest(FlightFeature(), model: FlightModel())
    test.send(key(.escape), commands: [ExitProcess()])
    expectWiring(of: flightProgram, interpreters: flightInterpreters())
  }
}
