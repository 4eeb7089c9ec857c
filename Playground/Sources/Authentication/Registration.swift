/// What somebody registers with.
public struct Registration: Hashable, Sendable {
  /// The name that others will see.
  public var username: String
  /// What the new user will log in with.
  public var credentials: Credentials

  /// A name, and what the new user will log in with.
  public init(username: String, credentials: Credentials) {
    self.username = username
    self.credentials = credentials
  }
}
