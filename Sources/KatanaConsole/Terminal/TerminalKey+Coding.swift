extension TerminalKey: Codable {
  /// Encodes the key as a text, such as `character x`, `enter` or `function 3`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// Decodes a key that ``encode(to:)`` has encoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let key = TerminalKey(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "There is no key \"\(text)\".")
    }
    self = key
  }

  private static let character = "character "
  private static let function = "function "

  private static let named: [(name: String, key: TerminalKey)] = [
    ("enter", .enter), ("tab", .tab), ("backspace", .backspace), ("escape", .escape),
    ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
    ("end", .end), ("pageUp", .pageUp), ("pageDown", .pageDown), ("insert", .insert),
    ("delete", .delete),
  ]

  private var text: String {
    switch self {
    case .character(let character): Self.character + String(character)
    case .function(let number): Self.function + String(number)
    default: Self.named.first { $0.key == self }?.name ?? ""
    }
  }

  private init?(_ text: String) {
    if text.hasPrefix(Self.character) {
      let rest = text.dropFirst(Self.character.count)
      guard rest.count == 1, let character = rest.first else { return nil }
      self = .character(character)
    } else if text.hasPrefix(Self.function) {
      guard let number = Int(text.dropFirst(Self.function.count)) else { return nil }
      self = .function(number)
    } else {
      guard let key = Self.named.first(where: { $0.name == text })?.key else { return nil }
      self = key
    }
  }
}
