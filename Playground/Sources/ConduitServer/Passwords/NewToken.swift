public import Katana
public import KatanaEffects

/// The number of a session: the hash of its token.
///
/// The server keeps no token. So whoever reads its files cannot act as one of its users, and a
/// recording, which leaves out secrets, has all that the updates need.
public struct SessionID: Codable, Hashable, Sendable {
  private let hash: String

  /// Creates the number of the session with a token.
  init(token: Secret<String>) { hash = hexText(SHA256.hash(Array(token.revealed.utf8))) }

  /// Reads a number.
  public init(from decoder: any Decoder) throws {
    hash = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the number as a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hash)
  }
}

/// A token, and the session that it opens.
public struct NewSession: Codable, Equatable, Sendable {
  /// The token, which is shown to its owner once.
  public var token: Secret<String>
  /// The session.
  public var id: SessionID

  /// Creates the session of a token.
  init(token: Secret<String>) { (self.token, id) = (token, SessionID(token: token)) }
}

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
