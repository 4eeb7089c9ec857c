public import Katana

/// What the user wants to change about the account. What is `nil` stays as it is.
public struct AccountChange: Hashable, Sendable, Codable {
  /// The name that others see.
  public var username: String?
  /// The email address.
  public var email: String?
  /// The password.
  public var password: Secret<String>?
  /// The user's description of themself; empty for none.
  public var bio: String?
  /// The address of a picture; empty for none.
  public var image: String?

  /// Creates a change; by default, of nothing.
  public init(
    username: String? = nil, email: String? = nil, password: Secret<String>? = nil,
    bio: String? = nil, image: String? = nil
  ) {
    self.username = username
    self.email = email
    self.password = password
    self.bio = bio
    self.image = image
  }
}
