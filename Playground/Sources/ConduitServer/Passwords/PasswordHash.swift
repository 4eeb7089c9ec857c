public import Katana

/// What the server keeps of a password: enough to recognise it.
///
/// - Important: This is a demonstration. The few rounds make each guess cheap, and nobody has
///   reviewed the code. Do not protect anything by it.
public struct PasswordHash: Codable, Equatable, Sendable {
  /// The rounds of a new hash.
  static let standardRounds = 1_000

  /// The hash of no password. A login without a user is compared with it, so that its refusal takes as
  /// long as that of a wrong password, and does not say which emails have users.
  static let ofNobody = PasswordHash(
    salt: "nobody", rounds: standardRounds, hash: String(repeating: "0", count: 64))

  /// What makes equal passwords of two users different.
  public let salt: String
  /// How often the password was hashed.
  public let rounds: Int
  /// The hash, as hexadecimal digits.
  public let hash: String

  /// Hashes a password. This takes milliseconds, so interpreters do it and updates do not.
  public init(_ password: Secret<String>, salt: String) {
    self.init(password, salt: salt, rounds: Self.standardRounds)
  }

  /// Creates a hash that was computed before.
  public init(salt: String, rounds: Int, hash: String) {
    (self.salt, self.rounds, self.hash) = (salt, rounds, hash)
  }

  private init(_ password: Secret<String>, salt: String, rounds: Int) {
    let key = derivedKey(
      password: Array(password.revealed.utf8), salt: Array(salt.utf8), rounds: rounds)
    self.init(salt: salt, rounds: rounds, hash: hexText(key))
  }

  /// Returns whether this is the hash of a password.
  public func isHash(of password: Secret<String>) -> Bool {
    let other = PasswordHash(password, salt: salt, rounds: rounds)
    // All bytes are compared, so that the time says nothing about the first one that differs. In
    // Swift, `|` and `^` have one precedence.
    return zip(hash.utf8, other.hash.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
