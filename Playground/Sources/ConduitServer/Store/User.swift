import Katana

/// A registered user: a row of the store.
public struct User: Codable, Equatable, Sendable, Identifiable {
  /// The number of the user.
  public let id: UserID
  /// The name, which no other user has.
  public var username: String
  /// The email, which no other user has in any case of its letters; empty for an author of samples.
  public var email: String
  /// What is kept of the password; `nil` if nobody can log in as this user.
  public var password: PasswordHash?
  /// What the user says of itself.
  public var bio: String?
  /// The address of a picture.
  public var image: String?

  /// Creates a user.
  public init(
    id: UserID, username: String, email: String, password: PasswordHash? = nil, bio: String? = nil,
    image: String? = nil
  ) {
    (self.id, self.username, self.email, self.password) = (id, username, email, password)
    (self.bio, self.image) = (bio, image)
  }
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
      following: reader.map { follows[$0]?.contains(id) ?? false } ?? false)
  }
}
