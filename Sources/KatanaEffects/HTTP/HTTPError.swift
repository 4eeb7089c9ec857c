import Katana

/// Why a request has no answer, or not the wanted one.
///
/// The texts name the host at most: the rest of an address may hold secrets.
public enum HTTPError: Error, Hashable, Codable, Sendable {
  /// The server has answered with a status code that the request does not accept.
  case statusUnexpected(HTTPResponse)
  /// The address cannot be used; why.
  case invalidURL(String)
  /// A header cannot be sent: its name.
  case invalidHeader(String)
  /// The value cannot be encoded as JSON: where, and why.
  case unencodable(path: String, reason: String)
  /// The answer cannot be decoded: where, such as `articles[3].title`, why, and the answer.
  case undecodable(path: String, reason: String, HTTPResponse)
  /// The name of the host is not known.
  case unknownHost(String)
  /// No server listens at the host.
  case connectionRefused(String)
  /// The connection to the host was closed before the answer came.
  case connectionLost(String)
  /// The answer of the host ended in the middle of the body.
  case bodyCut(String)
  /// The certificate of the host is not trusted, and why.
  case certificateInvalid(String, reason: String)
  /// The host does not speak HTTP.
  case notHTTP(String)
  /// A redirect leads back to an address of the same request: to which host.
  case redirectLoop(String)
  /// There were more redirects than allowed; how many are.
  case tooManyRedirects(Int)
  /// A redirect leads where the request must not go; which host, or which scheme.
  case redirectRefused(String)
  /// The request has taken longer than its limit: the host and the limit.
  case timeLimitReached(String, Duration)
  /// The connection was silent for longer than the limit: the host and the limit.
  case silenceLimitReached(String, Duration)
  /// The body of the answer has more bytes than the limit.
  case tooLarge(String, limit: Int)
  /// The answer of the host is of another type than the one needed; its `Content-Type`.
  case typeUnexpected(String, type: String)
  /// A file cannot be read: its path, and why.
  case fileUnreadable(String, reason: String)
  /// A file cannot be written: its path, and why.
  case fileUnwritable(String, reason: String)
  /// Anything else that the transport reports: the host, a code of the transport, and why.
  case transportFailed(String, code: Int, reason: String)
}

extension HTTPError {
  /// The answer, if there was one.
  public var response: HTTPResponse? {
    switch self {
    case .statusUnexpected(let response), .undecodable(_, _, let response): response
    default: nil
    }
  }

  /// Whether the same request may succeed later: the network or the server failed.
  public var isTemporary: Bool {
    switch self {
    case .statusUnexpected(let response):
      [408, 425, 429].contains(response.status)
        || response.status >= 500
    case .unknownHost, .connectionRefused, .connectionLost, .bodyCut, .timeLimitReached,
      .silenceLimitReached, .transportFailed:
      true
    default: false
    }
  }

  /// Decodes the body of an answer with an unexpected status, such as the errors of a form's
  /// fields; `nil` if there is none, or it is something else.
  ///
  /// ```swift
  /// struct Rejection: Decodable { var errors: [String: [String]] }
  /// if let rejection = error.body(Rejection.self, status: 422) { form.errors = rejection.errors }
  /// ```
  public func body<Value: Decodable>(
    _ type: Value.Type, status: Int? = nil, _ format: HTTPJSONFormat = HTTPJSONFormat()
  ) -> Value? {
    guard case .statusUnexpected(let response) = self else { return nil }
    guard status == nil || response.status == status else { return nil }
    return try? response.decoded(type, format)
  }
}

extension HTTPError: CustomStringConvertible {
  /// What happened, where, and what to do about it.
  public var description: String {
    switch self {
    case .statusUnexpected(let response):
      "The server answered with the status \(response.status)."
    case .invalidURL(let reason):
      "The address of the request cannot be used: \(reason)."
    case .invalidHeader(let name):
      "The header \(name) cannot be sent: it holds a character that is not allowed."
    case .unencodable(let path, let reason):
      "The body cannot be encoded as JSON\(place(path)): \(reason)."
    case .undecodable(let path, let reason, let response):
      "The answer of \(response.size) bytes cannot be decoded\(place(path)): \(reason)."
    case .unknownHost(let host):
      "The host \(host) is not known. To fix this, check its name and the network."
    case .connectionRefused(let host):
      "\(host) refused the connection. To fix this, check the port and that the server runs."
    case .connectionLost(let host): "The connection to \(host) was lost."
    case .bodyCut(let host): "The answer of \(host) ended in the middle of its body."
    case .certificateInvalid(let host, let reason):
      "The certificate of \(host) is not trusted: \(reason)."
    case .notHTTP(let host):
      "\(host) does not speak HTTP. To fix this, check the scheme and the port."
    case .redirectLoop(let host): "The redirects of \(host) lead in a circle."
    case .tooManyRedirects(let limit): "There were more than \(limit) redirects."
    case .redirectRefused(let target):
      "A redirect to \(target) was refused. To fix this, use that address, or `redirects`."
    case .timeLimitReached(let host, let limit):
      "\(host) did not answer in \(unitText(limit)). To fix this, try again or set `timeLimit`."
    case .silenceLimitReached(let host, let limit):
      "\(host) was silent for \(unitText(limit)). To fix this, try again or change `silenceLimit`."
    case .tooLarge(let host, let limit):
      "The answer of \(host) has more than \(limit) bytes. To fix this, change `sizeLimit`."
    case .typeUnexpected(let host, let type):
      "The answer of \(host) is of the wrong type: \(type.isEmpty ? "(none)" : type)."
    case .fileUnreadable(let path, let reason): "The file \(path) cannot be read: \(reason)."
    case .fileUnwritable(let path, let reason): "The file \(path) cannot be written: \(reason)."
    case .transportFailed(let host, let code, let reason):
      "The request to \(host) failed with the code \(code): \(reason)."
    }
  }

  private func place(_ path: String) -> String { path.isEmpty ? "" : " at \(path)" }
}
