import Foundation

/// A date as the API shows it: in ISO 8601, with milliseconds.
struct DateView: Encodable, Equatable, Sendable {
  var date: Date

  private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// Creates the view of a date.
  init(_ date: Date) { self.date = date }

  /// Writes the date as a text.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(date.formatted(Self.style))
  }
}
