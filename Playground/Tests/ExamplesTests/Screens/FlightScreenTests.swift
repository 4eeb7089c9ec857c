import KatanaViews
import KatanaTesting
import Katana
import KatanaConsole
import KatanaEffects
import KatanaViewsTesting
import Testing

@testable import flight_booker

@Suite struct FlightScreenTests {
  @Test func aReturnFlightIsBooked() throws {
    let test = ViewTest(flightScreenProgram, flightView)
    test.app.answer(
      \Today.reply, with: try #require(CalendarDate(2026, 11, 27)), exhaustive: [])
    #expect(test.outline == outline("(one-way) | return", end: "2026-11-27", isReturn: false))
    test.choose("return", of: "Flight")
    test.replace("Return", with: "2026-11")
    #expect(
      test.outline
        == outline(
          "one-way | (return)", end: "2026-11", problem: "a date is like 2026-11-30"))
    test.type("-26", into: "Return")
    #expect(
      test.outline
        == outline(
          "one-way | (return)", end: "2026-11-26", problem: "the return is before the start"))
    test.replace("Return", with: "2026-11-30")
    test.press("Book")
    #expect(
      test.outline
        == outline(
          "one-way | (return)", end: "2026-11-30",
          booking: "You have booked a return flight on 2026-11-27, returning on 2026-11-30."))
  }

  private func outline(
    _ kind: String, end: String, isReturn: Bool = true, problem: String? = nil,
    booking: String = ""
  ) -> String {
    let reason = problem.map { "\n    text \"\($0)\" danger" } ?? ""
    return """
      column "Flight booker" [Esc quit]
        select "Flight" \(kind)
        column
          input "Start" = "2026-11-27"
        column\(isReturn ? "" : " disabled")
          input "Return" = "\(end)"\(problem.map { " invalid described by \"\($0)\"" } ?? "")\(reason)
        button "Book"\(problem == nil ? "" : " disabled")
        text "\(booking)" success
        keys
      """
  }
}
