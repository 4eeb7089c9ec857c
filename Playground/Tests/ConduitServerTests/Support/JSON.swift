/// Any JSON value, so that tests can look at answers without types of their own.
indirect enum JSON: Equatable, Sendable {
  case string(String)
  case number(Double)
  case bool(Bool)
  case array([JSON])
  case object([String: JSON])
  case null

  /// What a key that is not there gives; different from `null`.
  case missing

  subscript(key: String) -> JSON {
    guard case .object(let values) = self else { return .missing }
    return values[key] ?? .missing
  }

  subscript(index: Int) -> JSON {
    elements.indices.contains(index) ? elements[index] : .missing
  }

  var elements: [JSON] {
    guard case .array(let values) = self else { return [] }
    return values
  }

  var keys: [String] {
    guard case .object(let values) = self else { return [] }
    return values.keys.sorted()
  }

  var text: String {
    guard case .string(let text) = self else { return "" }
    return text
  }
}

extension JSON: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral
{
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
}
