/// The account of a user as that user sees it, with the token of the session.
struct UserView: Encodable, Sendable {
  var username: String
  var email: String
  var token: SessionToken
  var bio: String?
  var image: String?

  private enum Key: CodingKey {
    case username, email, token, bio, image
  }

  /// Written out because the API promises `null` where Swift would leave the key away.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(username, forKey: .username)
    try container.encode(email, forKey: .email)
    try container.encode(token.reveal(), forKey: .token)
    try container.encode(bio, forKey: .bio)
    try container.encode(image, forKey: .image)
  }
}

/// A user as others see it.
struct ProfileView: Encodable, Equatable, Sendable {
  var username: String
  var bio: String?
  var image: String?
  var following: Bool

  private enum Key: CodingKey {
    case username, bio, image, following
  }

  /// Written out because the API promises `null` where Swift would leave the key away.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(username, forKey: .username)
    try container.encode(bio, forKey: .bio)
    try container.encode(image, forKey: .image)
    try container.encode(following, forKey: .following)
  }
}
