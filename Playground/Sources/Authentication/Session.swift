public import Katana

/// The logged-in user, with the token that proves the login to the server.
public struct Session: Hashable, Sendable, Codable {
  /// The name that others see.
  public var username: String
  /// The email address of the account.
  public var email: String
  /// The user's description of themself.
  public var bio: String?
  /// The address of the user's picture.
  public var image: String?
  /// The token that proves to the server who sends a request.
  public var token: Secret<String>

  /// Creates a session.
  public init(
    username: String, email: String, bio: String? = nil, image: String? = nil,
    token: Secret<String>
  ) {
    self.username = username
    self.email = email
    self.bio = bio
    self.image = image
    self.token = token
  }
}
