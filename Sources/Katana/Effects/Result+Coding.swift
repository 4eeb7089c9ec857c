/// Functions that make `Result` conform to `Codable`, which Swift does not do.
///
/// An app needs the conformance if it records or sends messages that contain a `Result`. A library
/// must not add it, because an app could not use two libraries that both add it. An app may add it
/// once:
///
/// ```swift
/// extension Result: @retroactive Encodable, @retroactive Decodable
/// where Success: Codable, Failure: Codable {
///   public func encode(to encoder: any Encoder) throws { try encodeCase(to: encoder) }
///   public init(from decoder: any Decoder) throws { try self.init(caseFrom: decoder) }
/// }
/// ```
extension Result where Success: Codable, Failure: Codable {
  /// Encodes the result as a keyed container with one entry: `{"success":…}` or `{"failure":…}`.
  ///
  /// - Throws: The error of encoding the value.
  public func encodeCase(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ResultKey.self)
    switch self {
    case .success(let value): try container.encode(value, forKey: .success)
    case .failure(let error): try container.encode(error, forKey: .failure)
    }
  }

  /// Creates a result from the form that ``encodeCase(to:)`` encodes.
  ///
  /// - Throws: A `DecodingError` unless there is exactly one of the two entries, or the error of
  ///   decoding its value.
  public init(caseFrom decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ResultKey.self)
    switch (container.contains(.success), container.contains(.failure)) {
    case (true, false): self = .success(try container.decode(Success.self, forKey: .success))
    case (false, true): self = .failure(try container.decode(Failure.self, forKey: .failure))
    default:
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: container.codingPath,
          debugDescription: "A result has either \"success\" or \"failure\"."))
    }
  }
}

private enum ResultKey: String, CodingKey {
  case success, failure
}
