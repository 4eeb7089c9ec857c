public import Katana

/// Hashes a password with a new random salt.
public struct HashPassword: Command, Equatable {
  /// The password.
  public var password: Secret<String>
  /// The reply, which turns the hash into a message.
  public var reply: Reply<PasswordHash>

  /// Creates a command that hashes a password.
  init(_ password: Secret<String>, _ reply: Reply<PasswordHash>) {
    (self.password, self.reply) = (password, reply)
  }
}
