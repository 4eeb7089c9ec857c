public import Katana

/// In whose name requests are made: what the API must know about the model.
///
/// A subscription with a constant id, so that one instance runs for the life of the app and takes
/// each new token, before any command of the same step. The API module never needs to know which
/// feature has the token.
public struct APISession: Subscription {
  /// The token of the session; `nil` if nobody is logged in.
  public var token: Secret<String>?

  /// A session with its token, or none.
  public init(token: Secret<String>?) { self.token = token }

  /// Constant: there is one session, whatever its token.
  public var id: ID { ID() }

  /// The id of the one session.
  public struct ID: Hashable, Sendable {}
}
