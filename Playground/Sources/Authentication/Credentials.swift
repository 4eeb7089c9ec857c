public import Katana

/// What somebody logs in with.
public struct Credentials: Hashable, Sendable, Codable {
  /// The address that the account was registered with.
  public var email: String
  /// The password.
  public var password: Secret<String>

  /// Creates credentials from an address and a password.
  public init(email: String, password: Secret<String>) {
    self.email = email
    self.password = password
  }
}
