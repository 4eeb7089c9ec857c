public import Katana
public import KatanaEffects

/// Makes a token that nobody can guess. Performed by the interpreters of `.random()`.
public struct NewToken: RandomCommand, Equatable {
  /// The reply, which turns the session into a message.
  public var reply: Reply<NewSession>

  /// Creates a command that makes a token.
  init(_ reply: Reply<NewSession>) { self.reply = reply }

  /// Returns a session whose token has 256 random bits.
  public func value<Generator: RandomNumberGenerator>(
    using generator: inout Generator
  ) -> NewSession {
    let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return NewSession(token: Secret(hexText(bytes)))
  }
}
