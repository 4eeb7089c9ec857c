import Katana

/// Why a request failed.
///
/// The descriptions name at most the host of an address, because the rest may hold secrets.
public enum HTTPError: Error, Hashable, Codable, Sendable {
  /// The server responded with a status code that the request does not accept.
  case statusUnexpected(HTTPResponse)
  /// The address of the request is not usable, for this reason.
  case invalidURL(String)
  /// A header with this name contains a character that cannot be sent.
  case invalidHeader(String)
  /// The value at a path cannot be encoded as JSON.
  case unencodable(path: String, reason: String)
  /// The response cannot be decoded as JSON: the path, such as `articles[3].title`, the reason, and
  /// the response.
  case undecodable(path: String, reason: String, HTTPResponse)
  /// The name of this host cannot be resolved.
  case unknownHost(String)
  /// No server listens at this host and port.
  case connectionRefused(String)
  /// The connection to this host was closed before the response came.
  case connectionLost(String)
  /// The response of this host ended before its body was complete.
  case bodyCut(String)
  /// This host sent another part of a file than the rest that was asked for. The part that was kept
  /// is discarded, so the next download begins anew.
  case partUnexpected(String)
  /// The certificate of this host is not trusted, for this reason.
  case certificateInvalid(String, reason: String)
  /// This host does not speak HTTP.
  case notHTTP(String)
  /// A redirect leads back to an address that this request has already visited, at this host.
  case redirectLoop(String)
  /// There were more redirects than this limit.
  case tooManyRedirects(Int)
  /// A redirect leads to a host or scheme that the request must not go to.
  case redirectRefused(String)
  /// The request to this host took longer than this limit; see ``HTTPRequest/timeLimit``.
  case timeLimitReached(String, Duration)
  /// The connection to this host was silent for longer than this limit; see
  /// ``HTTPRequest/silenceLimit``.
  case silenceLimitReached(String, Duration)
  /// The body of the response of this host is larger than this limit in bytes.
  case tooLarge(String, limit: Int)
  /// The response of this host has an unsuitable `Content-Type`.
  case typeUnexpected(String, type: String)
  /// The file at this path cannot be read, for this reason.
  case fileUnreadable(String, reason: String)
  /// The file at this path cannot be written, for this reason.
  case fileUnwritable(String, reason: String)
  /// The transport to this host failed with an error that has no case of its own: its code and its
  /// reason.
  case transportFailed(String, code: Int, reason: String)
}

extension HTTPError {
  /// The response, if the error contains one.
  public var response: HTTPResponse? {
    switch self {
    case .statusUnexpected(let response), .undecodable(_, _, let response): response
    default: nil
    }
  }

  /// Whether the same request may succeed later, because the network or the server failed.
  ///
  /// This is `true` for failed and interrupted connections, for time limits, and for the status
  /// codes 408, 425, 429, and 500 and above.
  public var isTemporary: Bool {
    switch self {
    case .statusUnexpected(let response):
      [408, 425, 429].contains(response.status)
        || response.status >= 500
    case .unknownHost, .connectionRefused, .connectionLost, .bodyCut, .partUnexpected,
      .timeLimitReached, .silenceLimitReached, .transportFailed:
      true
    default: false
    }
  }

  /// Decodes the body of a response with an unexpected status, such as the errors of a form's
  /// fields.
  ///
  /// ```swift
  /// struct Rejection: Decodable { var errors: [String: [String]] }
  /// if let rejection = error.body(Rejection.self, status: 422) { form.errors = rejection.errors }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - status: The status code that the response must have; `nil` for any.
  ///   - format: How JSON represents dates and keys.
  /// - Returns: The value; `nil` if the error is another one, the status differs, or the body
  ///   cannot be decoded.
  public func body<Value: Decodable>(
    _ type: Value.Type, status: Int? = nil, _ format: HTTPJSONFormat = HTTPJSONFormat()
  ) -> Value? {
    guard case .statusUnexpected(let response) = self else { return nil }
    guard status == nil || response.status == status else { return nil }
    return try? response.decoded(type, format)
  }
}

extension HTTPError: CustomStringConvertible {
  /// What happened, at which host, and how to fix it.
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
    case .partUnexpected(let host):
      "\(host) sent another part of the file than the rest. To fix this, download it again."
    case .certificateInvalid(let host, let reason):
      "The certificate of \(host) is not trusted: \(reason)."
    case .notHTTP(let host):
      "\(host) does not speak HTTP. To fix this, check the scheme and the port."
    case .redirectLoop(let host): "The redirects of \(host) lead in a circle."
    case .tooManyRedirects(let limit): "There were more than \(limit) redirects."
    case .redirectRefused(let target):
      "A redirect to \(target) was refused. To fix this, check the address, or change `redirects`."
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
