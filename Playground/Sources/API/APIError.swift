/// The reason why a request to the server failed.
public enum APIError: Error, Hashable, Codable, Sendable {
  /// There is no session, and the request needs one.
  case notLoggedIn
  /// The server does not accept the session any more (401). See also ``SessionExpired``.
  case sessionExpired
  /// The server refused a request without a session (401), such as a login with a wrong password.
  case unauthorized([FieldError])
  /// The user is not allowed to do this (403).
  case forbidden([FieldError])
  /// The requested thing does not exist (404).
  case notFound([FieldError])
  /// Fields of the request are not valid (422).
  case invalid([FieldError])
  /// The server failed (500 and above).
  case serverFailed(status: Int)
  /// The server answered with a status that the API does not define, perhaps with reasons.
  case unexpected(status: Int, _ errors: [FieldError] = [])
  /// The answer does not have the form that the API defines, or is not JSON.
  case malformedAnswer
  /// No server answers at this address.
  case unreachable(server: String)
  /// The server took longer than the time limit.
  case timedOut(limit: Duration)
}
