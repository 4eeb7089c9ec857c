package import Foundation
package import Katana
package import KatanaEffects

/// The text of values: JSON, exact for each type that encodes itself exactly. Pure.
package enum StoreCoding {
  /// The JSON of a value.
  package static func encode(
    _ value: some Encodable, name: String
  ) throws(StoreError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.userInfo[.secrets] = SecretEncoding.revealed
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    do { return try encoder.encode(value) } catch {
      throw .notEncodable(name: name, reason: reason(error))
    }
  }

  /// The value of JSON.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, name: String
  ) throws(StoreError) -> Value {
    do { return try decoder().decode(type, from: data) } catch {
      throw .notDecodable(name: name, reason: reason(error))
    }
  }

  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }

  /// Where something does not fit, without what is there.
  static func reason(_ error: any Error) -> String {
    func text(_ problem: String, _ context: DecodingError.Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? problem : "\(problem) at \(path)"
    }
    return switch error {
    case DecodingError.typeMismatch(let type, let context): text("no \(type)", context)
    case DecodingError.valueNotFound(let type, let context): text("null for \(type)", context)
    case DecodingError.keyNotFound(let key, let context):
      text("no value for \(key.stringValue)", context)
    case DecodingError.dataCorrupted(let context): text("no valid value", context)
    case EncodingError.invalidValue(_, let context):
      "no JSON for the value at \(context.codingPath.map(\.stringValue).joined(separator: "."))"
    default: "\(type(of: error))"
    }
  }
}

/// All settings of a store: names and the JSON of the values. Pure.
package struct StoredValues: Equatable, Sendable {
  private var texts: [String: String]

  /// No settings.
  package init() { texts = [:] }

  /// The settings that a file holds; `nil` if the file is damaged.
  package init?(_ data: Data) {
    guard let texts = try? JSONDecoder().decode([String: String].self, from: data) else {
      return nil
    }
    self.texts = texts
  }

  /// What the file is to hold.
  package func encoded() throws(StoreError) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    do { return try encoder.encode(texts) } catch {
      throw .notEncodable(name: "", reason: "\(type(of: error))")
    }
  }

  /// The value of a key.
  package func value<Value>(of key: StoreKey<Value>) throws(StoreError) -> Value {
    guard let text = texts[key.name] else { return key.defaultValue }
    return try StoreCoding.decode(Value.self, from: Data(text.utf8), name: key.name)
  }

  /// Sets the value of a key.
  package mutating func set<Value>(
    _ value: Value, for key: StoreKey<Value>
  ) throws(StoreError) {
    texts[key.name] = String(
      decoding: try StoreCoding.encode(value, name: key.name), as: UTF8.self)
  }

  /// Removes the value of a name.
  package mutating func remove(_ name: String) { texts[name] = nil }
}

/// A command on settings.
package protocol StoreCommand: Command {
  /// Whether the command only reads.
  static var onlyReads: Bool { get }
  associatedtype Outcome
  /// Turns the outcome into a message.
  var reply: Reply<Outcome> { get }
  /// Changes the settings, and returns the outcome.
  func perform(on values: inout StoredValues) throws(StoreError) -> Outcome
  /// Returns the outcome for an error.
  func failed(_ error: StoreError) -> Outcome
}

extension LoadValue: StoreCommand {
  package static var onlyReads: Bool { true }

  package func perform(on values: inout StoredValues) throws(StoreError) -> Outcome<
    Value, StoreError
  > {
    .success(try values.value(of: key))
  }

  package func failed(_ error: StoreError) -> Outcome<Value, StoreError> { .failure(error) }
}

extension SaveValue: StoreCommand {
  package static var onlyReads: Bool { false }

  package func perform(on values: inout StoredValues) throws(StoreError) -> StoreError? {
    try values.set(value, for: key)
    return nil
  }

  package func failed(_ error: StoreError) -> StoreError? { error }
}

extension RemoveValue: StoreCommand {
  package static var onlyReads: Bool { false }

  package func perform(on values: inout StoredValues) throws(StoreError) -> StoreError? {
    values.remove(key.name)
    return nil
  }

  package func failed(_ error: StoreError) -> StoreError? { error }
}

extension AddToValue: StoreCommand {
  package static var onlyReads: Bool { false }

  package func perform(on values: inout StoredValues) throws(StoreError) -> Outcome<
    Value, StoreError
  > {
    let (sum, overflow) = try values.value(of: key).addingReportingOverflow(amount)
    if overflow { throw .outOfRange(name: key.name) }
    try values.set(sum, for: key)
    return .success(sum)
  }

  package func failed(_ error: StoreError) -> Outcome<Value, StoreError> { .failure(error) }
}
