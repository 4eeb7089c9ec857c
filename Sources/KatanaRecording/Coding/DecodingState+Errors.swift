extension DecodingState {
  /// Returns the keys and indices that lead to a token.
  func path(to token: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var token = token
    while token > Self.root {
      let parent = Int(tokens[token].parent)
      if tokens[parent].kind == .array {
        path.append(PathKey(index: Int(tokens[token].position)))
      } else {
        path.append(PathKey(string(token - 1)))
      }
      token = parent
    }
    return path.reversed()
  }

  func mismatch(_ type: Any.Type, _ token: Int, expected: String) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: token),
      debugDescription: "Expected \(expected), found \(tokens[token].kind.text).")
    return isNull(token) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func corrupted(_ text: String, _ token: Int) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path(to: token), debugDescription: text))
  }

  func keyNotFound(_ key: any CodingKey, in object: Int) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: path(to: object), debugDescription: "There is no \(key.stringValue)."))
  }
}

extension Token.Kind {
  fileprivate var text: String {
    switch self {
    case .null: "nothing"
    case .yes: "true"
    case .no: "false"
    case .integer, .number: "a number"
    case .text, .key: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
