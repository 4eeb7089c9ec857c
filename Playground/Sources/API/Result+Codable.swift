import Katana

/// Results in messages can be recorded. Swift has no such conformance, and an app may add it once.
extension Result: @retroactive Encodable, @retroactive Decodable
where Success: Codable, Failure: Codable {
  /// Encodes an object with one entry, `success` or `failure`.
  public func encode(to encoder: any Encoder) throws { try encodeCase(to: encoder) }

  /// Decodes what ``encode(to:)`` has encoded.
  public init(from decoder: any Decoder) throws { try self.init(caseFrom: decoder) }
}
