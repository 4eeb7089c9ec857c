public import Katana

/// Why a request failed.
///
/// The descriptions name at most the host of an address, because the rest may hold secrets.
public enum HTTPError: RetryableError, Hashable, Codable, Sendable {
  /// The server responded with a status code that the request does not accept.
  case statusUnexpected(HTTPResponse)
  /// The address of the request is not usable, for this reason.
  case invalidURL(String)
  /// A method with this name contains a character that cannot be sent.
  case invalidMethod(String)
  /// A header with this name contains a character that cannot be sent, or belongs to the connection,
  /// such as `Content-Length`.
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
  case bodyCut(String, received: HTTPResponse? = nil)
  /// This host sent another part of a file than the rest that was asked for, or than its headers say.
  /// A part that was kept is discarded, so the next download begins anew.
  case partUnexpected(String)
  /// The certificate of this host is not trusted, for this reason.
  case certificateInvalid(String, reason: String)
  /// No encrypted connection to this host can be made, for instance because it does not encrypt at
  /// this port.
  case encryptionFailed(String)
  /// The proxy did not make a connection to this host, for this reason.
  case proxyFailed(String, reason: String)
  /// This host does not speak HTTP.
  case notHTTP(String)
  /// A redirect leads back to an address that this request has already visited, at this host.
  case redirectLoop(String)
  /// There were more redirects than this limit.
  case tooManyRedirects(Int)
  /// A redirect leads to a host or scheme that the request must not go to.
  case redirectRefused(String)
  /// The request to this host took longer than this limit.
  case timeLimitReached(String, Duration, received: HTTPResponse? = nil)
  /// The connection to this host was silent for longer than this limit.
  case silenceLimitReached(String, Duration, received: HTTPResponse? = nil)
  /// This host did not answer a ping of a WebSocket in this time.
  case pingUnanswered(String, Duration)
  /// The headers of the response of this host are larger than the transport takes: this limit in bytes.
  case headersTooLarge(String, limit: Int)
  /// The body of the response of this host is larger than this limit in bytes.
  case tooLarge(String, limit: Int, received: HTTPResponse? = nil)
  /// The response of this host has an unsuitable `Content-Type`.
  case typeUnexpected(String, type: String)
  /// The file that is the body of the request cannot be read.
  case fileUnreadable(FileError)
  /// The file of a download cannot be written.
  case fileUnwritable(FileError)
  /// No WebSocket with this id is open.
  case socketNotOpen(String)
  /// The transport cannot do this, for this reason.
  case notSupported(String)
  /// The transport to this host failed with an error that has no case of its own: its code and its
  /// reason.
  case transportFailed(String, code: Int, reason: String)
}

extension HTTPError {
  /// The response, if one had begun before the request failed.
  ///
  /// The body is kept only of a response with an unexpected status, up to 64 KiB of it, and of one
  /// that cannot be decoded. For the other errors, the status and the headers say what the server
  /// began to send.
  public var response: HTTPResponse? {
    switch self {
    case .statusUnexpected(let response), .undecodable(_, _, let response): response
    case .bodyCut(_, let response), .timeLimitReached(_, _, let response),
      .silenceLimitReached(_, _, let response), .tooLarge(_, _, let response):
      response
    default: nil
    }
  }

  /// Returns the error with the response that had begun.
  package func adding(_ response: HTTPResponse?) -> HTTPError {
    switch self {
    case .bodyCut(let host, _): .bodyCut(host, received: response)
    case .timeLimitReached(let host, let limit, _):
      .timeLimitReached(host, limit, received: response)
    case .silenceLimitReached(let host, let limit, _):
      .silenceLimitReached(host, limit, received: response)
    case .tooLarge(let host, let limit, _): .tooLarge(host, limit: limit, received: response)
    default: self
    }
  }

  /// Returns the error with a changed response, and with changed reasons of the system.
  package func changing(
    _ change: (HTTPResponse) -> HTTPResponse, reason: (String) -> String
  ) -> HTTPError {
    switch self {
    case .statusUnexpected(let response): .statusUnexpected(change(response))
    case .invalidURL(let text): .invalidURL(reason(text))
    case .certificateInvalid(let host, let text): .certificateInvalid(host, reason: reason(text))
    case .proxyFailed(let host, let text): .proxyFailed(host, reason: reason(text))
    case .transportFailed(let host, let code, let text):
      .transportFailed(host, code: code, reason: reason(text))
    default: response.map { adding(change($0)) } ?? self
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
      .socketNotOpen, .proxyFailed, .timeLimitReached, .silenceLimitReached, .pingUnanswered,
      .transportFailed:
      true
    default: false
    }
  }

  /// Whether it is certain that nothing of the request was sent, so that the server has done nothing.
  ///
  /// If this is `false`, the server may have done what the request says, even if no response came:
  /// tell the user so, and do not send a request again that must not be done twice. After a redirect,
  /// this is about the last request only.
  public var isUnsent: Bool {
    switch self {
    case .invalidURL, .invalidMethod, .invalidHeader, .unencodable, .unknownHost,
      .connectionRefused,
      .certificateInvalid, .encryptionFailed, .proxyFailed, .fileUnreadable, .socketNotOpen,
      .notSupported:
      true
    case .statusUnexpected, .undecodable, .connectionLost, .bodyCut, .partUnexpected, .notHTTP,
      .redirectLoop, .tooManyRedirects, .redirectRefused, .timeLimitReached, .silenceLimitReached,
      .pingUnanswered, .headersTooLarge, .tooLarge, .typeUnexpected, .fileUnwritable,
      .transportFailed:
      false
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
  /// What happened, at which host, and how to fix it: ``text`` and ``advice``.
  public var description: String { texts.description }

  /// What happened, for the users of the app. It contains no advice and no name of the framework.
  public var text: String { texts.text }

  /// How a developer can fix the error; `nil` if there is nothing to say.
  public var advice: String? { texts.advice }

  private var texts: ErrorText {
    switch self {
    case .statusUnexpected(let response):
      ErrorText("The server answered with the status \(response.status).")
    case .invalidURL(let reason):
      ErrorText("The address of the request cannot be used: \(reasonText(reason)).")
    case .invalidMethod(let name):
      ErrorText(
        "The method \(name.debugDescription) cannot be sent: it holds a character that is not"
          + " allowed.")
    case .invalidHeader(let name):
      ErrorText(
        "The header \(name.debugDescription) cannot be sent: it holds a character that is not"
          + " allowed, or what a secret prints, or it belongs to the connection.")
    case .unencodable(let path, let reason):
      ErrorText("The body cannot be encoded as JSON\(place(path)): \(reasonText(reason)).")
    case .undecodable(let path, let reason, let response):
      ErrorText(
        "The answer of \(bytesText(response.size)) cannot be decoded\(place(path)):"
          + " \(reasonText(reason)).")
    case .unknownHost(let host):
      ErrorText("The host \(host) is not known.", fix: "check its name and the network.")
    case .connectionRefused(let host):
      ErrorText(
        "\(host) refused the connection.", fix: "check the port and that the server runs.")
    case .connectionLost(let host): ErrorText("The connection to \(host) was lost.")
    case .bodyCut(let host, _): ErrorText("The answer of \(host) ended in the middle of its body.")
    case .partUnexpected(let host):
      ErrorText(
        "\(host) sent another part of the file than it should, or than it says.",
        fix: "download it again.")
    case .certificateInvalid(let host, let reason):
      ErrorText("The certificate of \(host) is not trusted: \(reasonText(reason)).")
    case .encryptionFailed(let host):
      ErrorText(
        "No encrypted connection to \(host) can be made.", fix: "check the scheme and the port.")
    case .proxyFailed(let host, let reason):
      ErrorText(
        "The proxy made no connection to \(host): \(reasonText(reason)).",
        fix: "check the proxy, or the variables that name it.")
    case .notHTTP(let host):
      ErrorText("\(host) does not speak HTTP.", fix: "check the scheme and the port.")
    case .redirectLoop(let host): ErrorText("The redirects of \(host) lead in a circle.")
    case .tooManyRedirects(let limit): ErrorText("There were more than \(limit) redirects.")
    case .redirectRefused(let target):
      ErrorText(
        "A redirect to \(target) was refused.",
        fix: "see `HTTPRedirects` for what is followed, and request a target that you trust itself."
      )
    case .timeLimitReached(let host, let limit, _):
      ErrorText(
        "\(host) did not answer in \(unitText(limit)).",
        fix: "try again, or change the limit with `limited(time:)`.")
    case .silenceLimitReached(let host, let limit, _):
      ErrorText(
        "\(host) was silent for \(unitText(limit)).",
        fix: "try again, or change the limit with `limited(time:silence:)`.")
    case .pingUnanswered(let host, let interval):
      ErrorText(
        "\(host) did not answer a ping in \(unitText(interval)).",
        fix: "change the `pingInterval` of `WebSocketMessages`.")
    case .headersTooLarge(let host, let limit):
      ErrorText("The headers of the answer of \(host) have more than \(bytesText(limit)).")
    case .tooLarge(let host, let limit, _):
      ErrorText(
        "The answer of \(host) has more than \(bytesText(limit)).",
        fix: "change the limit with `limited(time:silence:size:)`.")
    case .typeUnexpected(let host, let type):
      ErrorText("The answer of \(host) is of the wrong type: \(type.isEmpty ? "(none)" : type).")
    case .fileUnreadable(let error), .fileUnwritable(let error): error.texts
    case .socketNotOpen(let id):
      ErrorText(
        "No connection is open to send this to.",
        fix: "declare the WebSocket with the id \(id), and send after it was opened.")
    case .notSupported(let reason): ErrorText("This is not supported: \(reasonText(reason)).")
    case .transportFailed(let host, let code, let reason):
      ErrorText("The request to \(host) failed with the code \(code): \(reasonText(reason)).")
    }
  }

  private func place(_ path: String) -> String { path.isEmpty ? "" : " at \(path)" }
}
