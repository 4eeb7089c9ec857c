public import Katana

/// The session with which requests are sent. The model declares it to the API.
///
/// One instance runs for the lifetime of the app, and receives each new token before any command of
/// the same step starts. While the runtime finishes, the token stays until the last command has
/// ended. The API module does not depend on the feature that has the token.
public struct APISession: ConstantSubscription {
  /// The token of the session; `nil` if nobody is logged in.
  public var token: Secret<String>?

  /// Creates a session with a token, or with `nil` if nobody is logged in.
  public init(token: Secret<String>?) { self.token = token }
}
