import API
import Foundation
import KatanaEffects

extension APIError {
  /// Creates the error for the status of an answer; `nil` if the status is a success.
  init?(_ answer: HTTPResponse, from server: String, hadSession: Bool) {
    let pause = answer.retryAfter
    switch answer.status {
    // No answer followed what announces one.
    case ..<200: self = .interrupted()
    case 200..<300: return nil
    case 300..<400 where answer.headers["Location"] != nil:
      self = .redirected(status: answer.status, to: answer.redirectTarget)
    case 401:
      self = hadSession ? .sessionExpired(answer.fieldErrors) : .unauthorized(answer.fieldErrors)
    case 403: self = .forbidden(answer.fieldErrors)
    case 404: self = .notFound(answer.fieldErrors)
    case 407:
      self = .unreachable(server: server, .proxy(reason: "it wants a password (status 407)"))
    case 422: self = .invalid(answer.fieldErrors)
    case 429, 503:
      self = .busy(status: answer.status, retryAfter: pause, answer.fieldErrors)
    case 500...: self = .serverFailed(status: answer.status, answer.fieldErrors)
    default: self = .unexpected(status: answer.status, answer.fieldErrors)
    }
  }

  /// Creates the error for a request without a usable answer.
  init(_ error: HTTPError, server: String) {
    switch error {
    case .timeLimitReached(_, let limit, _), .silenceLimitReached(_, let limit, _):
      self = .timedOut(limit: limit)
    case .tooLarge(_, let limit, _), .headersTooLarge(_, let limit): self = .tooLarge(limit: limit)
    case .notHTTP: self = .interrupted(isHTTP: false)
    case let error where !error.isUnsent: self = .interrupted()
    case let error: self = .unreachable(server: server, Obstacle(error))
    }
  }
}

extension APIError.Obstacle {
  /// Creates the obstacle for an error of a request of which nothing was sent.
  fileprivate init(_ error: HTTPError) {
    switch error {
    case .unknownHost: self = .unknownHost
    case .encryptionFailed: self = .notEncrypted
    case .certificateInvalid(_, let reason): self = .certificate(reason: reason)
    case .proxyFailed(_, let reason): self = .proxy(reason: reason)
    case .connectionRefused: self = .nobodyAnswers
    default: self = .address
    }
  }
}

extension HTTPResponse {
  /// The target of a redirect, without what may be secret in an address; `nil` if it is not one.
  fileprivate var redirectTarget: String? {
    guard let location = headers["Location"]?.revealed,
      let target = URL(string: location, relativeTo: URL(string: url)),
      var parts = URLComponents(url: target, resolvingAgainstBaseURL: true),
      parts.host?.isEmpty == false
    else { return nil }
    (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
    // A longer one is no address that a person could use.
    return parts.string.flatMap { $0.utf8.count <= 300 ? $0 : nil }
  }
}
