public import Katana

/// Checks a password against a hash.
public struct CheckPassword: Command, Equatable {
  /// The password.
  public var password: Secret<String>
  /// The hash.
  public var hash: PasswordHash
  /// The reply, which turns the answer whether the password is right into a message.
  public var reply: Reply<Bool>

  /// Creates a command that checks a password.
  init(_ password: Secret<String>, against hash: PasswordHash, _ reply: Reply<Bool>) {
    (self.password, self.hash, self.reply) = (password, hash, reply)
  }
}
