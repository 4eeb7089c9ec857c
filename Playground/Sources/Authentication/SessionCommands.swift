public import Katana

/// Loads the session with a server that an earlier start of the app has saved.
public struct LoadSession: Command, Equatable {
  /// The server that has given the session. No other one may receive it.
  public var server: String
  /// The reply to the session; to `nil` if none is saved.
  public var reply: Reply<Outcome<Session?, SessionStoreError>>

  /// Creates the command.
  public init(server: String, reply: Reply<Outcome<Session?, SessionStoreError>>) {
    (self.server, self.reply) = (server, reply)
  }
}

/// Saves the session with a server for the next start of the app, or forgets the one that is saved.
public struct SaveSession: Command, Equatable {
  /// The session; `nil` to forget it.
  public var session: Session?
  /// The server that has given it.
  public var server: String
  /// The reply to the error; to `nil` if it worked.
  public var reply: Reply<SessionStoreError?>

  /// Creates the command.
  public init(session: Session?, server: String, reply: Reply<SessionStoreError?>) {
    (self.session, self.server, self.reply) = (session, server, reply)
  }
}

/// Why a session was not loaded, or not saved.
public enum SessionStoreError: Error, Hashable, Codable, Sendable {
  /// What is at this place is not what the app has saved there, and stays as it is.
  case foreign(String)
  /// What is at this place cannot be read, for this reason.
  case unreadable(String, reason: String)
  /// Nothing can be saved at this place, for this reason.
  case unwritable(String, reason: String)

  /// The error in words for the user, without a full stop.
  public var text: String {
    switch self {
    case .foreign(let place):
      "\(place) is not a file of conduit, and stays as it is; the session is not remembered"
    case .unreadable(let place, let reason):
      "the saved session in \(place) cannot be read: \(reason)"
    case .unwritable(let place, let reason):
      "the session cannot be saved in \(place): \(reason); it ends with the program"
    }
  }
}
