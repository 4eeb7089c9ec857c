public import Katana

/// The part of the app's model that says who is logged in.
public struct AuthenticationModel: Model, Codable, Equatable {
  /// What the feature's updaters take.
  public typealias Receives = AuthenticationMessage

  /// The session; `nil` while nobody is logged in.
  public var session: Session?
  /// Where the session is kept for the next start; `nil` if it is not.
  public var memory: SessionMemory?

  /// Creates a model, with nobody logged in and nothing remembered unless you say otherwise.
  public init(session: Session? = nil, memory: SessionMemory? = nil) {
    self.session = session
    self.memory = memory
  }
}
