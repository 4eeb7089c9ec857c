public import Katana

/// The server has refused a request because the session is not valid any more.
///
/// The message is global, because it concerns every feature, not only the one that sent the
/// request. It comes before the reply to that request.
///
/// - Important: End the session only if it still has this token. The user may have logged in again
///   since the request was sent.
public struct SessionExpired: GlobalMessage, Codable, Equatable {
  /// The token that the server has refused.
  public var token: Secret<String>

  /// Creates the message about a refused token.
  public init(token: Secret<String>) { self.token = token }
}
