import Foundation
import Katana
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters
@testable import KatanaEffects

@Suite struct RetryAfterTests {
  private func pause(_ text: String?, date: String? = nil, now: Double = 0) -> Duration? {
    var headers: HTTPFields = [:]
    headers["retry-after"] = text.map { .plain($0) }
    headers["date"] = date.map { .plain($0) }
    let response = HTTPResponse(status: 503, headers: headers)
    return response.retryAfter(at: Date(timeIntervalSince1970: now))
  }

  @Test func secondsAreTaken() {
    #expect(pause("0") == .zero)
    #expect(pause("120") == .seconds(120))
    #expect(pause("99999999999999999999999") == .seconds(999_999_999))
    #expect(pause(nil) == nil)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func aDateCountsFromTheClockOfTheServer(_ date: String) {
    #expect(HTTPDate(date)?.seconds == 784_111_777)
    #expect(pause(date, date: "Sun, 06 Nov 1994 08:49:07 GMT") == .seconds(30))
    #expect(pause(date, date: "Sun, 06 Nov 1994 08:49:38 GMT") == .zero)
    #expect(pause(date, now: 784_111_770.9) == .seconds(7))
    #expect(pause(date, date: "nonsense", now: 784_111_767) == .seconds(10))
  }

  @Test(arguments: [
    "", "-1", "1.5", "soon", "Sun, 06 Nov 1994", "Sun, 99 Nov 1994 08:49:37 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
    "::", ", , :::", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
  ])
  func whatIsNoTimeIsIgnored(_ text: String) { #expect(pause(text) == nil) }

  @Test func datesAreThoseOfTheCalendar() {
    for seconds in stride(from: -2_000_000_000, through: 6_000_000_000, by: 1_234_567) {
      let date = Date(timeIntervalSince1970: Double(seconds))
      let text = date.formatted(
        Date.VerbatimFormatStyle(
          format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \
            \(year: .padded(4)) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\
            \(minute: .twoDigits):\(second: .twoDigits) GMT
            """,
          locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
          calendar: Calendar(identifier: .gregorian)))
      #expect(HTTPDate(text)?.seconds == seconds, "\(text)")
    }
  }

  @Test func errorsSayWhatTheirResponseAsksFor() {
    let response = HTTPResponse(status: 429, headers: ["Retry-After": "7"])
    #expect(response.retryAfter == .seconds(7))
    #expect(HTTPError.statusUnexpected(response).retryAfter == .seconds(7))
    #expect(HTTPError.tooLarge("a.b", limit: 1, received: response).retryAfter == .seconds(7))
    #expect(HTTPError.connectionLost("a.b").retryAfter == nil)
  }

  @Test func aStreamOfEventsWaitsAsLong() {
    var state = EventStreamState()
    func busy(_ text: HTTPText) -> HTTPError {
      .statusUnexpected(HTTPResponse(status: 503, headers: ["Retry-After": text]))
    }
    #expect(state.ended(busy("20")) == .retry(after: .seconds(20)))
    #expect(state.ended(busy("0")) == .retry(after: .seconds(2)))
    #expect(state.ended(busy("999999")) == .retry(after: .seconds(3_600)))
    #expect(state.ended(.connectionLost("a.b")) == .retry(after: .seconds(8)))
  }
}
