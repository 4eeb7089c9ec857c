/// A user as others see them.
public struct Profile: Hashable, Sendable, Codable {
  /// The name.
  public var username: String
  /// The user's description of themself.
  public var bio: String?
  /// The address of a picture.
  public var image: String?
  /// Whether the user who asked follows this one.
  public var following: Bool

  /// Creates a profile.
  public init(
    username: String, bio: String? = nil, image: String? = nil, following: Bool = false
  ) {
    self.username = username
    self.bio = bio
    self.image = image
    self.following = following
  }
}
