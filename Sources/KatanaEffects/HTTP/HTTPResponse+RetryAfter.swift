package import Foundation

extension HTTPResponse {
  /// The time that the server asks clients to wait before the next request, by the header
  /// `Retry-After`; `nil` if it asks for none.
  ///
  /// If the server names a date, the time counts from the server's own clock, which is in the header
  /// `Date`. Without this header, it counts from the clock of this system. A date in the past is a
  /// time of zero.
  public var retryAfter: Duration? { retryAfter(at: Date()) }

  /// Returns the time that the server asks clients to wait.
  ///
  /// - Parameter now: The time of this system.
  package func retryAfter(at now: Date) -> Duration? {
    guard let text = headers["Retry-After"]?.revealed else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      // Some servers send a number that no clock can hold.
      return .seconds(min(Int(text) ?? .max, Self.longestPause))
    }
    guard let date = HTTPDate(text) else { return nil }
    let sent = headers["Date"].flatMap { HTTPDate($0.revealed) }?.seconds
    let start = sent ?? Int(now.timeIntervalSince1970.rounded(.down))
    return .seconds(min(max(date.seconds - start, 0), Self.longestPause))
  }

  private static let longestPause = 999_999_999
}

extension HTTPError {
  /// The time that the server asks clients to wait before the next request; see
  /// ``HTTPResponse/retryAfter``. It is `nil` if the error contains no response.
  public var retryAfter: Duration? { response?.retryAfter }
}

/// A date in a header, in each of the three forms of RFC 9110, section 5.6.7. Pure.
struct HTTPDate: Equatable {
  /// The number of seconds since 1970.
  let seconds: Int

  /// Reads a date; `nil` if the text is none.
  init?(_ text: String) {
    // "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"
    var parts = text.split { " ,-".contains($0) }.dropFirst().map(String.init)
    guard parts.count >= 4, let clock = parts.firstIndex(where: { $0.contains(":") }) else {
      return nil
    }
    let time = parts.remove(at: clock).split(separator: ":").map { Int($0) }
    guard time.count == 3, let hour = time[0], let minute = time[1], let second = time[2],
      0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    if Self.months.contains(parts[0].lowercased()) { parts.swapAt(0, 1) }
    guard let day = Int(parts[0]), 1...31 ~= day, var year = Int(parts[2]), 0...9_999 ~= year,
      let month = Self.months.firstIndex(of: parts[1].lowercased())
    else { return nil }
    // Of two digits, the year is one of the last century from 1970 on.
    if parts[2].count == 2 { year += year < 70 ? 2_000 : 1_900 }
    seconds = ((Self.days(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Returns the number of days since 1970. Years begin in March here, so that the leap day is last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month < 3 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let leapDays = year / 4 - year / 100 + year / 400
    return year * 365 + leapDays + dayOfYear - 719_468
  }
}
