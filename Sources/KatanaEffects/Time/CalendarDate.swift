public import Foundation

/// A day in the Gregorian calendar, without a time and without a time zone, such as a birthday.
///
/// ```swift
/// CalendarDate(2026, 11, 22)?.adding(days: 9)  // 2026-12-01
/// CalendarDate("2026-11-22")
/// ```
public struct CalendarDate: Hashable, Sendable {
  /// The year of the common era.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Creates a date, or `nil` if the calendar has no such day.
  public init?(_ year: Int, _ month: Int, _ day: Int) {
    let components = DateComponents(year: year, month: month, day: day)
    guard let date = Self.calendar.date(from: components) else { return nil }
    self.init(date, in: .gmt)
    guard (self.year, self.month, self.day) == (year, month, day) else { return nil }
  }

  /// Creates the date of a moment in a time zone.
  public init(_ moment: Date, in timeZone: TimeZone) {
    var calendar = Self.calendar
    calendar.timeZone = timeZone
    let components = calendar.dateComponents([.year, .month, .day], from: moment)
    self.year = components.year ?? 0
    self.month = components.month ?? 0
    self.day = components.day ?? 0
  }

  /// Creates a date from the format of ``description``, such as `2026-11-22`, or `nil` if the text
  /// has another format.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isWritten =
      parts.map(\.count) == [4, 2, 2]
      && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    guard isWritten, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year, month, day)
  }

  /// Returns the date that is a number of days later, or earlier for a negative number.
  public func adding(days: Int) -> CalendarDate {
    CalendarDate(midnight.addingTimeInterval(Double(days) * 86_400), in: .gmt)
  }

  /// Returns the number of days from this date to another; negative if the other date is earlier.
  package func days(to other: CalendarDate) -> Int {
    Int((other.midnight.timeIntervalSince(midnight) / 86_400).rounded())
  }

  /// Midnight in GMT, where each day has 24 hours.
  private var midnight: Date {
    let components = DateComponents(year: year, month: month, day: day)
    return Self.calendar.date(from: components) ?? .distantPast
  }

  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}

extension CalendarDate: Comparable {
  /// Returns whether the first date is earlier.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
  }
}

extension CalendarDate: CustomStringConvertible {
  /// The date in ISO 8601 format, such as `2026-11-22`.
  public var description: String {
    func digits(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))"
  }
}

extension CalendarDate: Codable {
  /// Decodes a date from the format of ``description``.
  ///
  /// - Throws: `DecodingError` if the text is not a date.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = CalendarDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\"\(text)\" is not a date. Dates are written as in 2026-11-22.")
    }
    self = date
  }

  /// Encodes the date as its ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
