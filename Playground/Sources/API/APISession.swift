public import Katana

/// The session with which requests are sent. The model declares it to the API.
///
/// This subscription has a constant id. So one instance runs for the lifetime of the app, and
/// receives each new token before any command of the same step starts. The API module does not
/// depend on the feature that has the token.
public struct APISession: Subscription {
  /// The token of the session; `nil` if nobody is logged in.
  public var token: Secret<String>?

  /// Creates a session with a token, or with `nil` if nobody is logged in.
  public init(token: Secret<String>?) { self.token = token }

  /// A constant, because there is one session, whatever its token is.
  public var id: ID { ID() }

  /// The id of the one session.
  public struct ID: Hashable, Sendable {}
}
