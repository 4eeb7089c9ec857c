/// Any JSON, for answers whose form is not known.
indirect enum JSONValue: Decodable {
  case text(String)
  case number(Double)
  case bool(Bool)
  case list([JSONValue])
  case object([String: JSONValue])
  case null

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .list(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .null
    }
  }

  /// The value at a key; `nil` if this is not an object or has none.
  subscript(key: String) -> JSONValue? {
    if case .object(let parts) = self { parts[key] } else { nil }
  }

  /// The text, also of a number; `nil` for all others and for an empty one.
  var text: String? {
    switch self {
    case .text(let text): text.contains { !$0.isWhitespace } ? text : nil
    case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
    case .bool(let value): "\(value)"
    case .list, .object, .null: nil
    }
  }
}
