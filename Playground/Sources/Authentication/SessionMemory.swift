import Katana
public import KatanaEffects

/// The setting in which the session with a server is saved for the next start of the app.
public struct SessionMemory: Hashable, Codable, Sendable {
  /// The server that created the session. No other server may receive it.
  public var server: String

  /// Creates the memory for the session with a server.
  public init(server: String) { self.server = server }

  /// The key of the setting that contains the session.
  public var key: StoreKey<Session?> { StoreKey("session with \(server)", default: nil) }

  var recall: LoadValue<Session?> { LoadValue(key, Reply(AuthenticationMessage.recalled)) }

  func remember(_ session: Session) -> SaveValue<Session?> {
    SaveValue(key, session, Reply(AuthenticationMessage.stored))
  }

  var forget: RemoveValue<Session?> { RemoveValue(key, Reply(AuthenticationMessage.stored)) }
}

extension AuthenticationMessage {
  /// Why the session was not saved or loaded, for people; `nil` if the message says nothing of it.
  public var memoryProblem: String? {
    switch self {
    case .recalled(.failure(.notDecodable)): "the saved session cannot be read; log in again"
    case .recalled(.failure(let error)), .stored(let error?):
      error.text.hasSuffix(".") ? String(error.text.dropLast()) : error.text
    default: nil
    }
  }
}
