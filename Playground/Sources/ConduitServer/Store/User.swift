import Katana

/// A registered user.
struct User: Codable, Equatable, Sendable {
  var username: String
  var email: String
  /// `nil` if nobody can log in as this user.
  var password: PasswordHash?
  var bio: String?
  var image: String?
  var follows: Set<UserID> = []
}

/// A user as that user sees it, with the token of the session.
struct UserView: Encodable, Equatable, Sendable {
  var username: String
  var email: String
  var token: Secret<String>
  var bio: String?
  var image: String?

  init(_ user: User, token: Secret<String>) {
    (username, email, bio, image) = (user.username, user.email, user.bio, user.image)
    self.token = token
  }

  private enum Key: CodingKey { case username, email, token, bio, image }

  /// Written out because the API promises `null` where Swift would leave the key away.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(username, forKey: .username)
    try container.encode(email, forKey: .email)
    try container.encode(token, forKey: .token)
    try container.encode(bio, forKey: .bio)
    try container.encode(image, forKey: .image)
  }
}

/// A user as others see it: without the email.
struct ProfileView: Encodable, Equatable, Sendable {
  var username: String
  var bio: String?
  var image: String?
  var following: Bool

  private enum Key: CodingKey { case username, bio, image, following }

  /// Written out because the API promises `null` where Swift would leave the key away.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(username, forKey: .username)
    try container.encode(bio, forKey: .bio)
    try container.encode(image, forKey: .image)
    try container.encode(following, forKey: .following)
  }
}

extension ServerModel {
  /// Returns a user as a reader sees it.
  func profile(_ id: UserID, for reader: UserID?) -> ProfileView {
    let user = self[user: id]
    return ProfileView(
      username: user.username, bio: user.bio, image: user.image,
      following: reader.map { self[user: $0].follows.contains(id) } ?? false)
  }
}
