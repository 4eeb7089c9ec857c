public import Katana

/// A token, and the session that it opens.
public struct NewSession: Codable, Equatable, Sendable {
  /// The token, which is shown to its owner once.
  public var token: Secret<String>
  /// The session.
  public var id: SessionID

  /// Creates the session of a token.
  init(token: Secret<String>) { (self.token, id) = (token, SessionID(token: token)) }
}
