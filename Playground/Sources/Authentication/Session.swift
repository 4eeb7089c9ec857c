public import Katana

/// Who is logged in, and what proves it to the server.
public struct Session: Hashable, Sendable, Codable {
  /// The name that others see.
  public var username: String
  /// The address of the account.
  public var email: String
  /// What the user says about itself.
  public var bio: String?
  /// What proves to the server who asks.
  public var token: Secret<String>

  /// A session.
  public init(username: String, email: String, bio: String? = nil, token: Secret<String>) {
    self.username = username
    self.email = email
    self.bio = bio
    self.token = token
  }
}
