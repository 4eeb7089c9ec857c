#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value that would not come back as it was, or not in the same order, from the form in which it
/// encodes itself.
protocol ExactlyEncodable {
  func encodeExactly(to encoder: ExactEncoder) throws
}

/// A value that is not decoded from the form in which it encodes itself.
protocol ExactlyDecodable {
  /// - Parameter decoder: Foundation's decoder.
  init(exactly decoder: any Decoder) throws
}

/// An optional of an optional is `null`, or its value in brackets, so that `.some(nil)` is not
/// `nil`.
extension Optional: ExactlyEncodable where Wrapped: Encodable {
  func encodeExactly(to encoder: ExactEncoder) throws {
    guard let self else { return try encoder.encodeNil() }
    var list = encoder.unkeyedContainer()
    try list.encode(self)
  }
}

extension Optional: ExactlyDecodable where Wrapped: Decodable {
  init(exactly decoder: any Decoder) throws {
    let decoder = ExactDecoder(decoder)
    var list = decoder.decodeNil() ? nil : try decoder.unkeyedContainer()
    self = try list?.decode(Wrapped.self)
  }
}

/// A set has the order of the texts of its elements.
extension Set: ExactlyEncodable where Element: Encodable {
  func encodeExactly(to encoder: ExactEncoder) throws {
    var list = encoder.unkeyedContainer()
    for element in try sortedByText(Array(self)) { try list.encode(element) }
  }
}

/// A dictionary that is a list of keys and values has the order of their texts. Foundation's
/// encoder sorts all others.
extension Dictionary: ExactlyEncodable where Key: Encodable, Value: Encodable {
  private struct Entry: Encodable { let key: Key, value: Value }

  func encodeExactly(to encoder: ExactEncoder) throws {
    let isObject = Key.self is any CodingKeyRepresentable.Type
    if isObject { return try encode(to: encoder) }
    var list = encoder.unkeyedContainer()
    for entry in try sortedByText(map { Entry(key: $0, value: $1) }) {
      try list.encode(entry.key)
      try list.encode(entry.value)
    }
  }
}

private func sortedByText<Value: Encodable>(_ values: [Value]) throws -> [Value] {
  // The texts are for the order only, so secrets need not be revealed.
  var json: [UInt8] = []
  try RecordingEncoder().encode(values, into: &json)
  return json.withUnsafeBufferPointer { JSONParts.order(of: $0) }.map { values[$0] }
}

/// A decimal number is a text, or its parts if the text is not exact. Foundation's coder writes a
/// number, also for `NaN`.
extension Decimal: ExactlyEncodable, ExactlyDecodable {
  func encodeExactly(to encoder: ExactEncoder) throws {
    guard Decimal(string: description) == self else { return try encode(to: encoder) }
    try encoder.encode(description)
  }

  init(exactly decoder: any Decoder) throws {
    let text = try? decoder.singleValueContainer().decode(String.self)
    self = try text.flatMap { Decimal(string: $0) } ?? Decimal(from: ExactDecoder(decoder))
  }
}

/// A floating-point number. Version 0 wrote a `NaN` with other bits than `.nan` as `nan:` and its
/// bits.
private protocol ExactFloat: Decodable, ExactlyDecodable {
  associatedtype Bits: FixedWidthInteger
  init(bitPattern: Bits)
}

extension ExactFloat {
  init(exactly decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { self = try container.decode(Self.self) } catch {
      let text = (try? container.decode(String.self)) ?? ""
      guard text.hasPrefix("nan:"), let bits = Bits(text.dropFirst(4), radix: 16) else {
        throw error
      }
      self.init(bitPattern: bits)
    }
  }
}

extension Double: ExactFloat {}
extension Float: ExactFloat {}
