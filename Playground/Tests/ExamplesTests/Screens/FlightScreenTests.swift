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
    #expect(test.outline == outline("(one-way) | return", "2026-11-27", "\"2026-11-27\" disabled"))
    test.choose("return", of: "Flight")
    test.replace("Return", with: "2026-11")
    #expect(
      test.outline
        == outline("one-way | (return)", "2026-11-27", "\"2026-11\" danger", book: " disabled"))
    test.type("-30", into: "Return")
    test.press("Book")
    #expect(
      test.outline
        == outline(
          "one-way | (return)", "2026-11-27", "\"2026-11-30\"",
          booking: "You have booked a return flight on 2026-11-27, returning on 2026-11-30."))
  }

  private func outline(
    _ kind: String, _ start: String, _ end: String, book: String = "", booking: String = ""
  ) -> String {
    """
    column "Flight booker" [Esc quit]
      select "Flight" \(kind)
      input "Start" = "\(start)"
      input "Return" = \(end)
      button "Book"\(book)
      text "\(booking)" success
      keys
    """
  }
}
