/// The name and the credentials of a new account.
public struct Registration: Hashable, Sendable {
  /// The name that others will see.
  public var username: String
  /// The credentials for later logins.
  public var credentials: Credentials

  /// Creates a registration from a name and credentials.
  public init(username: String, credentials: Credentials) {
    self.username = username
    self.credentials = credentials
  }
}

extension Registration: Codable {
  private enum CodingKeys: CodingKey { case username }

  /// Encodes the name beside the address and the password, as the server expects it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(username, forKey: .username)
    try credentials.encode(to: encoder)
  }

  /// Decodes what ``encode(to:)`` has encoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    username = try container.decode(String.self, forKey: .username)
    credentials = try Credentials(from: decoder)
  }
}
