import Katana

/// The number of a session: the hash of its token.
///
/// The server keeps no token. So whoever reads its files cannot act as one of its users, and a
/// recording, which leaves out secrets, has all that the updates need.
public struct SessionID: Codable, Hashable, Sendable {
  /// The hash, as hexadecimal digits.
  public let hash: String

  /// Creates the number of the session with a token.
  init(token: Secret<String>) { hash = hexText(SHA256.hash(Array(token.revealed.utf8))) }

  /// Creates the number of a session that was opened before.
  public init(hash: String) { self.hash = hash }

  /// Reads a number.
  public init(from decoder: any Decoder) throws {
    hash = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the number as a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hash)
  }
}
