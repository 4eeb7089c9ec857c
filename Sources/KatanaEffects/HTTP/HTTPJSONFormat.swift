public import Foundation
package import Katana

/// How JSON represents dates and the names of properties.
public struct HTTPJSONFormat: Hashable, Sendable {
  /// How dates are represented.
  public enum Dates: Hashable, Sendable {
    /// A text such as `2026-11-22T23:15:00Z`. Fractions of a second are accepted, but not written.
    case iso8601
    /// The number of seconds since 1970.
    case secondsSince1970
    /// The number of milliseconds since 1970.
    case millisecondsSince1970
  }

  /// How the names of properties are represented.
  public enum Keys: Hashable, Sendable {
    /// The names as they are in Swift.
    case unchanged
    /// The names in snake case, such as `user_name`. A property may be called `userID` or `userId`
    /// for the name `user_id`.
    case snakeCase
  }

  /// How dates are represented.
  package var dates: Dates
  /// How the names of properties are represented.
  package var keys: Keys

  /// Creates a format.
  public init(dates: Dates = .iso8601, keys: Keys = .unchanged) {
    (self.dates, self.keys) = (dates, keys)
  }

  /// Returns a value as JSON, with the content of its secrets.
  ///
  /// - Throws: `EncodingError`, or the error that the value throws.
  public func encode(_ value: any Encodable) throws -> Data { try encode(value, .revealed) }

  package func encode(_ value: any Encodable, _ secrets: SecretEncoding) throws -> Data {
    let encoder = JSONEncoder()
    encoder.userInfo[.secrets] = secrets
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if keys == .snakeCase {
      encoder.keyEncodingStrategy = .custom { path in
        guard let key = path.last, key.intValue == nil else {
          return path.last ?? SnakeCase.Key(intValue: 0)
        }
        return SnakeCase.Key(stringValue: SnakeCase.name(key.stringValue))
      }
    }
    switch dates {
    case .iso8601: encoder.dateEncodingStrategy = .iso8601
    case .secondsSince1970: encoder.dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: encoder.dateEncodingStrategy = .millisecondsSince1970
    }
    return try encoder.encode(value)
  }

  /// Returns a value that is decoded from JSON.
  ///
  /// - Throws: `DecodingError`, or the error that the type throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let decoder = JSONDecoder()
    switch dates {
    case .iso8601: decoder.dateDecodingStrategy = .custom(readDate)
    case .secondsSince1970: decoder.dateDecodingStrategy = .secondsSince1970
    case .millisecondsSince1970: decoder.dateDecodingStrategy = .millisecondsSince1970
    }
    return keys == .snakeCase
      ? try decoder.decode(FromSnakeCase<Value>.self, from: data).value
      : try decoder.decode(type, from: data)
  }
}

/// Decodes a date in ISO 8601, with or without fractions of a second.
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
