public import Katana

/// The part of the app's model that is about the session.
public struct AuthenticationModel: Model, Codable, Equatable {
  /// The type of the messages that the feature's updaters handle.
  public typealias Receives = AuthenticationMessage

  /// The session; `nil` while nobody is logged in.
  public var session: Session?
  /// The setting in which the session is saved for the next start; `nil` if it is not saved.
  public var memory: SessionMemory?

  /// Creates a model; by default, without a session and without saving it.
  public init(session: Session? = nil, memory: SessionMemory? = nil) {
    self.session = session
    self.memory = memory
  }
}
