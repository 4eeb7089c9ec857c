import Foundation

/// Names in snake case. Pure.
enum SnakeCase {
  /// A key with any name.
  struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
  }

  /// Returns a name in snake case: `user_id` for `userID` and `userId`.
  static func name(_ name: String) -> String {
    let characters = Array(name)
    return characters.indices.reduce(into: "") { result, index in
      let character = characters[index]
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        let isNextLowercase = index + 1 < characters.count && characters[index + 1].isLowercase
        if !characters[index - 1].isUppercase || isNextLowercase { result += "_" }
      }
      result += character.lowercased()
    }
  }

  /// Returns the names that ``name(_:)`` may have made this one of, such as `userId` and `userID`.
  static func origins(of name: String) -> [String] {
    let words = name.split(separator: "_").map(String.init)
    guard let first = words.first, words.count < 8 else { return [name] }
    return words.dropFirst().reduce([first, first.uppercased()]) { names, word in
      names.flatMap { [$0 + word.capitalized, $0 + word.uppercased()] }
    } + [name]
  }
}

/// Reads JSON whose names are in snake case.
///
/// `JSONDecoder` turns each name of the JSON into one of Swift, and cannot know whether a property is
/// called `userId` or `userID`. This decoder turns the name of each property into the one that the
/// encoder writes for it, and looks that up.
struct SnakeCaseDecoder: Decoder {
  private let base: any Decoder

  init(_ base: any Decoder) { self.base = base }

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      SnakeCaseKeyed<Key>(base: try base.container(keyedBy: SnakeCase.Key.self)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    SnakeCaseUnkeyed(base: try base.unkeyedContainer())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    SnakeCaseSingle(base: try base.singleValueContainer(), decoder: base)
  }

  /// Decodes a value.
  static func value<Value: Decodable>(
    _ type: Value.Type, from decoder: any Decoder
  ) throws -> Value {
    if isLeaf(type) { return try decoder.singleValueContainer().decode(type) }
    return try Value(from: SnakeCaseDecoder(decoder))
  }

  /// Whether the decoder itself knows the form of a type, which has no names.
  fileprivate static func isLeaf(_ type: any Decodable.Type) -> Bool {
    leaves.contains(ObjectIdentifier(type))
  }

  private static let leaves: Set<ObjectIdentifier> = Set(
    [
      Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
      UInt128.self, Date.self, Data.self, URL.self, Decimal.self,
    ].map { (type: any Decodable.Type) in ObjectIdentifier(type) })
}

/// A value that is decoded from names in snake case.
struct FromSnakeCase<Value: Decodable>: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    value = try SnakeCaseDecoder.value(Value.self, from: decoder)
  }
}

private struct SnakeCaseKeyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecodingContainer<SnakeCase.Key>

  var codingPath: [any CodingKey] { base.codingPath }

  var allKeys: [Key] {
    base.allKeys.compactMap { key in
      Key(stringValue: key.stringValue)
        ?? SnakeCase.origins(of: key.stringValue).lazy.compactMap(Key.init(stringValue:)).first
    }
  }

  /// The key in the JSON. The keys of a dictionary are data, and are found as they are.
  private func found(_ key: Key) -> SnakeCase.Key {
    let exact = SnakeCase.Key(stringValue: key.stringValue)
    return base.contains(exact)
      ? exact : SnakeCase.Key(stringValue: SnakeCase.name(key.stringValue))
  }

  func contains(_ key: Key) -> Bool { base.contains(found(key)) }

  func decodeNil(forKey key: Key) throws -> Bool { try base.decodeNil(forKey: found(key)) }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    let key = found(key)
    if SnakeCaseDecoder.isLeaf(type) || !base.contains(key) {
      return try base.decode(type, forKey: key)
    }
    return try Value(from: SnakeCaseDecoder(base.superDecoder(forKey: key)))
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    let nested = try base.nestedContainer(keyedBy: SnakeCase.Key.self, forKey: found(key))
    return KeyedDecodingContainer(SnakeCaseKeyed<Nested>(base: nested))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    SnakeCaseUnkeyed(base: try base.nestedUnkeyedContainer(forKey: found(key)))
  }

  func superDecoder() throws -> any Decoder { SnakeCaseDecoder(try base.superDecoder()) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    SnakeCaseDecoder(try base.superDecoder(forKey: found(key)))
  }
}

private struct SnakeCaseUnkeyed: UnkeyedDecodingContainer {
  var base: any UnkeyedDecodingContainer

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int? { base.count }
  var isAtEnd: Bool { base.isAtEnd }
  var currentIndex: Int { base.currentIndex }

  mutating func decodeNil() throws -> Bool { try base.decodeNil() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if SnakeCaseDecoder.isLeaf(type) || isAtEnd { return try base.decode(type) }
    return try Value(from: SnakeCaseDecoder(base.superDecoder()))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let nested = try base.nestedContainer(keyedBy: SnakeCase.Key.self)
    return KeyedDecodingContainer(SnakeCaseKeyed<Nested>(base: nested))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    SnakeCaseUnkeyed(base: try base.nestedUnkeyedContainer())
  }

  mutating func superDecoder() throws -> any Decoder { SnakeCaseDecoder(try base.superDecoder()) }
}

private struct SnakeCaseSingle: SingleValueDecodingContainer {
  let base: any SingleValueDecodingContainer
  let decoder: any Decoder

  var codingPath: [any CodingKey] { base.codingPath }

  func decodeNil() -> Bool { base.decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try SnakeCaseDecoder.value(type, from: decoder)
  }
}
