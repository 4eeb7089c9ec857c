public import Katana

/// What somebody logs in with.
public struct Credentials: Hashable, Sendable {
  /// The address that the account was registered with.
  public var email: String
  /// The password.
  public var password: Secret<String>

  /// An address and a password.
  public init(email: String, password: Secret<String>) {
    self.email = email
    self.password = password
  }
}
