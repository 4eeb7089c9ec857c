import Katana
public import KatanaEffects

/// Where the session with a server is kept for the next start of the app.
public struct SessionMemory: Hashable, Codable, Sendable {
  /// The server that has given the session: another one must not see it.
  public var server: String

  /// Creates the memory of the session with a server.
  public init(server: String) { self.server = server }

  /// The setting that holds the session.
  public var key: StoreKey<Session?> { StoreKey("session with \(server)", default: nil) }

  var recall: LoadValue<Session?> { LoadValue(key, Reply(AuthenticationMessage.recalled)) }

  func remember(_ session: Session) -> SaveValue<Session?> {
    SaveValue(key, session, Reply(AuthenticationMessage.stored))
  }

  var forget: RemoveValue<Session?> { RemoveValue(key, Reply(AuthenticationMessage.stored)) }
}
