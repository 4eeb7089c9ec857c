/// The payload of an answer without a body (204), such as that to a deletion.
///
/// An answer with a JSON object has it too, because some servers send an empty one.
public struct NoContent: Hashable, Codable, Sendable {
  /// Creates the payload.
  public init() {}
}
