public import Foundation

extension Output {
  /// Returns a day in UTC, so that the output does not depend on the user's time zone.
  public static func day(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(timeZone: .gmt).year().month().day())
  }
}
