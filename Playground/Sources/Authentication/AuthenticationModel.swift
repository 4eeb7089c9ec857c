public import Katana

/// The part of the app's model that is about the session.
public struct AuthenticationModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = AuthenticationMessage

  /// The session; `nil` while nobody is logged in.
  public var session: Session?
  /// The server whose session is saved for the next start; `nil` if it is not saved.
  public var savedServer: String?

  /// Creates a model; by default, without a session and without saving it.
  public init(session: Session? = nil, savedServer: String? = nil) {
    (self.session, self.savedServer) = (session, savedServer)
  }

  /// Returns the command that saves the session, or forgets it; none if sessions are not saved.
  func save(_ session: Session?) -> [any Command] {
    savedServer.map {
      [SaveSession(session: session, server: $0, reply: Reply(AuthenticationMessage.stored))]
    } ?? []
  }
}
