/// The payload of an answer without a body (204), such as that to a deletion.
///
/// An answer with an empty JSON object has it too, because some servers send one. Anything else is no
/// answer to a deletion.
public struct NoContent: Hashable, Sendable {
  /// Creates the payload.
  public init() {}
}

extension NoContent: Codable {
  /// Writes an empty object.
  public func encode(to encoder: any Encoder) throws {
    try [String: Bool]().encode(to: encoder)
  }

  /// Reads an empty object.
  public init(from decoder: any Decoder) throws {
    if try !decoder.container(keyedBy: AnyKey.self).allKeys.isEmpty {
      throw DecodingError.typeMismatch(
        NoContent.self,
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not empty"))
    }
  }

  private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
