import Foundation
import KatanaEffects
import Testing

@Suite struct CalendarDateTests {
  @Test(arguments: ["2026-11-22", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])
  func aDateIsReadAsItIsWritten(text: String) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.description == text)
    let data = try JSONEncoder().encode([date])
    #expect(String(decoding: data, as: UTF8.self) == "[\"\(text)\"]")
    #expect(try JSONDecoder().decode([CalendarDate].self, from: data) == [date])
  }

  @Test(arguments: [
    "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-11-22", "2026-11-22T",
    "", "-026-11-22", "2026-11-2\u{0662}", "2026-11-+2",
  ]) func whatIsNoDateIsRefused(text: String) {
    #expect(CalendarDate(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDate].self, from: Data("[\"\(text)\"]".utf8))
    }
  }

  @Test func daysAreCountedAcrossMonthsAndLeapYears() throws {
    let date = try #require(CalendarDate(2024, 2, 28))
    #expect(date.adding(days: 1) == CalendarDate(2024, 2, 29))
    #expect(date.adding(days: 2) == CalendarDate(2024, 3, 1))
    #expect(date.adding(days: -59) == CalendarDate(2023, 12, 31))
    #expect(date.days(to: date.adding(days: 1_000)) == 1_000)
    #expect(date < date.adding(days: 1))
  }

  @Test func theDayIsThatOfTheTimeZone() throws {
    let moment = try Date("2026-11-22T23:30:00Z", strategy: .iso8601)
    #expect(CalendarDate(moment, in: .gmt) == CalendarDate(2026, 11, 22))
    let tokyo = try #require(TimeZone(identifier: "Asia/Tokyo"))
    #expect(CalendarDate(moment, in: tokyo) == CalendarDate(2026, 11, 23))
  }
}
