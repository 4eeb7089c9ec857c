public import Katana

/// The reason why a request to the server failed.
public indirect enum APIError: Error, Hashable, Codable, Sendable {
  /// There is no session, and the request needs one.
  case notLoggedIn
  /// The server does not accept the session any more (401), perhaps with reasons. See also
  /// ``SessionExpired``.
  case sessionExpired(_ errors: [FieldError] = [])
  /// The server refused a request without a session (401), such as a login with a wrong password.
  case unauthorized([FieldError])
  /// The user is not allowed to do this (403).
  case forbidden([FieldError])
  /// The requested thing does not exist (404).
  case notFound([FieldError])
  /// Fields of the request are not valid (422).
  case invalid([FieldError])
  /// The server asks to wait, by the status 429 or 503, or by a time.
  case busy(status: Int, retryAfter: Duration? = nil, _ errors: [FieldError] = [])
  /// The server failed (500 and above), perhaps with reasons.
  case serverFailed(status: Int, _ errors: [FieldError] = [])
  /// The server answered with a redirect. It is not followed, because the API has none. The target
  /// has neither a query nor a password; it is `nil` if it is not an address.
  case redirected(status: Int, to: String?)
  /// The server answered with a status that the API does not define, perhaps with reasons.
  case unexpected(status: Int, _ errors: [FieldError] = [])
  /// The answer does not have the form that the API defines.
  case malformedAnswer(_ problem: AnswerProblem)
  /// The body of the answer is larger than this limit in bytes.
  case tooLarge(limit: Int)
  /// Nothing of the request was sent to the server, because of an obstacle on the way.
  case unreachable(server: String, _ obstacle: Obstacle = .nobodyAnswers)
  /// The connection broke before the answer was complete, perhaps because what came is not HTTP.
  case interrupted(isHTTP: Bool = true)
  /// The server took longer than the time limit.
  case timedOut(limit: Duration)
  /// A request that was to change something failed in this way, but the server may have done it all
  /// the same. It is not sent again.
  case inDoubt(APIError)
}

extension APIError {
  /// What is wrong with an answer whose status is a success.
  public enum AnswerProblem: Hashable, Codable, Sendable {
    /// It has no body.
    case empty
    /// It is a web page, such as that of a network which wants people to log in first.
    case webPage
    /// It is neither JSON nor a web page.
    case notJSON
    /// The value at this path, such as `articles[3].title`, is missing.
    case missing(path: String)
    /// The value at this path has another type or form; the path is empty for the whole answer.
    case unexpected(path: String)
    /// It reports errors, although its status is a success.
    case errors([FieldError])
  }

  /// What keeps a request from being sent.
  public enum Obstacle: Hashable, Codable, Sendable {
    /// No server listens there.
    case nobodyAnswers
    /// The host has no address.
    case unknownHost
    /// The address begins with `https`, and no encrypted connection can be made.
    case notEncrypted
    /// The certificate of the server is not trusted, for this reason.
    case certificate(reason: String)
    /// A proxy does not pass the request on, for this reason.
    case proxy(reason: String)
    /// The address cannot be used.
    case address
  }

  /// Whether the server may have done what was asked, or a part of it.
  public var isInDoubt: Bool { if case .inDoubt = self { true } else { false } }

  /// Whether the server has refused the session.
  public var isSessionExpired: Bool { if case .sessionExpired = self { true } else { false } }

  /// Returns the error of a request that was to change something. It is in doubt, unless the error says
  /// that nothing was done.
  public var ofChange: APIError {
    switch self {
    case .malformedAnswer, .tooLarge, .interrupted, .timedOut: .inDoubt(self)
    // A server that has not built in the request has not done it.
    case .serverFailed(let status, _) where status != 501: .inDoubt(self)
    default: self
    }
  }
}

extension Outcome where Failure == APIError {
  /// The error; `nil` if it worked.
  public var error: APIError? { if case .failure(let error) = self { error } else { nil } }
}
