/// Why the server did not give what it was asked for.
public enum APIError: Error, Hashable, Codable, Sendable {
  /// There is no session, and the request needs one.
  case notLoggedIn
  /// The server does not accept the session any more (401); see also ``SessionExpired``.
  case sessionExpired
  /// The server does not accept who asks, and no session was used (401): a wrong password.
  case unauthorized([FieldError])
  /// The user may not do that (403).
  case forbidden([FieldError])
  /// There is no such thing (404).
  case notFound([FieldError])
  /// What was sent is not valid (422), by field.
  case invalid([FieldError])
  /// The server failed (500 and above).
  case serverFailed(status: Int)
  /// The server answered with a status that the API does not have, and perhaps said why.
  case unexpected(status: Int, _ errors: [FieldError] = [])
  /// The answer is not what the API promises, or no JSON at all.
  case malformedAnswer
  /// Nobody answers at this address.
  case unreachable(server: String)
  /// The server took longer than the limit.
  case timedOut(limit: Duration)
}
