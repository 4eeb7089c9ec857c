public import Foundation
import Katana

/// How JSON writes what it has no words of its own for.
public struct HTTPJSONFormat: Hashable, Sendable {
  /// How a date is written.
  public enum Dates: Hashable, Sendable {
    /// As `2026-11-22T23:15:00Z`; fractions of a second are read, and not written.
    case iso8601
    /// As the number of seconds since 1970.
    case secondsSince1970
    /// As the number of milliseconds since 1970.
    case millisecondsSince1970
  }

  /// How the names of properties are written.
  public enum Keys: Hashable, Sendable {
    /// As they are.
    case unchanged
    /// As `user_name`.
    case snakeCase
  }

  /// How dates are written.
  public var dates: Dates
  /// How the names of properties are written.
  public var keys: Keys

  /// Creates a format.
  public init(dates: Dates = .iso8601, keys: Keys = .unchanged) {
    (self.dates, self.keys) = (dates, keys)
  }

  /// Encodes a value; secrets are written with their content.
  public func encode(_ value: any Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.userInfo[.secrets] = SecretEncoding.revealed
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if keys == .snakeCase { encoder.keyEncodingStrategy = .convertToSnakeCase }
    switch dates {
    case .iso8601: encoder.dateEncodingStrategy = .iso8601
    case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
    }
    return try encoder.encode(value)
  }

  /// Decodes a value.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let decoder = JSONDecoder()
    if keys == .snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
    switch dates {
    case .iso8601: decoder.dateDecodingStrategy = .custom(readDate)
    case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
    case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
    }
    return try decoder.decode(type, from: data)
  }
}

/// Reads a date with or without fractions of a second.
@Sendable private func readDate(_ decoder: any Decoder) throws -> Date {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  if let date = try? Date(text, strategy: .iso8601) { return date }
  if let date = try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  {
    return date
  }
  throw DecodingError.dataCorruptedError(
    in: container, debugDescription: "The text is not a date such as 2026-11-22T23:15:00Z.")
}
