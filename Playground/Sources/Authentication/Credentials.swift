public import Katana

/// The email address and the password of a login.
public struct Credentials: Hashable, Sendable, Codable {
  /// The email address with which the account was registered.
  public var email: String
  /// The password.
  public var password: Secret<String>

  /// Creates credentials from an address and a password.
  public init(email: String, password: Secret<String>) {
    self.email = email
    self.password = password
  }
}
