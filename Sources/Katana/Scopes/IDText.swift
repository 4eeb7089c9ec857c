/// Returns a text from which ``losslessValue(_:_:)`` makes an equal value, or `nil` if the type of
/// the value has no such text.
func losslessText<Value: Hashable>(_ value: Value) -> String? {
  // A cast of the value alone would also succeed for an optional around such a value.
  func own<V>(_ value: V) -> String? {
    guard V.self is any LosslessStringConvertible.Type else { return nil }
    return (value as? any LosslessStringConvertible)?.description
  }
  if let text = own(value) { return text }
  guard Value.self is any RawRepresentable.Type, let value = value as? any RawRepresentable else {
    return nil
  }
  return own(value.rawValue)
}

/// Returns the value of a type that a text represents, or `nil` if it represents none.
func losslessValue<Value>(_ text: String, _ type: Value.Type) -> Value? {
  if let type = type as? any LosslessStringConvertible.Type { return type.init(text) as? Value }
  func make<Raw: RawRepresentable>(_ type: Raw.Type) -> Raw? {
    guard let own = Raw.RawValue.self as? any LosslessStringConvertible.Type else { return nil }
    return (own.init(text) as? Raw.RawValue).flatMap { Raw(rawValue: $0) }
  }
  return (type as? any RawRepresentable.Type).flatMap { make($0) as? Value }
}

extension String {
  /// Whether an `id` with this text is written without quotes.
  var isWord: Bool { !isEmpty && utf8.allSatisfy(\.isPartOfWord) }
}

extension UInt8 {
  fileprivate var isPartOfWord: Bool {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

extension Substring.UTF8View {
  /// Whether the text begins with a case or a closure part, and not with an `id` in brackets.
  var startsToken: Bool {
    starts(with: "[case: ".utf8) || starts(with: "[part: ".utf8)
  }

  /// The content of the brackets at the start, a word or a string literal, and the index after the
  /// closing bracket.
  var bracketed: (content: String, end: Index)? {
    let inside = dropFirst()
    guard inside.first == UInt8(ascii: "\"") else {
      guard let end = inside.firstIndex(where: { !$0.isPartOfWord }), end > inside.startIndex,
        self[end] == UInt8(ascii: "]")
      else { return nil }
      return (String(Substring(inside[..<end])), index(after: end))
    }
    var scalars = String.UnicodeScalarView()
    var rest = Substring(inside.dropFirst()).unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\"" {
        guard rest.first == "]" else { return nil }
        return (String(scalars), rest.index(after: rest.startIndex))
      }
      guard scalar == "\\" else {
        scalars.append(scalar)
        continue
      }
      guard let escaped = rest.popEscaped() else { return nil }
      scalars.append(escaped)
    }
    return nil
  }
}

extension Substring.UnicodeScalarView {
  /// Removes the characters after a backslash in a string literal, and returns the scalar that they
  /// represent.
  fileprivate mutating func popEscaped() -> Unicode.Scalar? {
    switch popFirst() {
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case let same? where same == "\"" || same == "'" || same == "\\": return same
    case "u":
      guard popFirst() == "{", let end = firstIndex(of: "}"),
        distance(from: startIndex, to: end) <= 8,
        let value = UInt32(Substring(self[..<end]), radix: 16)
      else { return nil }
      self = self[index(after: end)...]
      return Unicode.Scalar(value)
    default: return nil
    }
  }
}
