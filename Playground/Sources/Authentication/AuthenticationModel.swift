public import Katana

/// The part of the app's model that says who is logged in.
public struct AuthenticationModel: Model, Equatable {
  /// What the feature's updaters take.
  public typealias Receives = AuthenticationMessage

  /// The session; `nil` while nobody is logged in.
  public var session: Session?

  /// A model, with nobody logged in unless you say otherwise.
  public init(session: Session? = nil) { self.session = session }
}
