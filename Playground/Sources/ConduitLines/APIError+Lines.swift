public import API
public import Terminal

extension APIError {
  /// The error as a text for the user: one or more lines, each a clause without a full stop.
  public var lines: [String] {
    switch self {
    case .notLoggedIn: ["you are not logged in; try: login EMAIL PASSWORD"]
    case .sessionExpired(let fields):
      clauses(of: fields) + ["the session has ended; log in again"]
    case .unauthorized(let fields): clauses(of: fields, or: "the server does not know you")
    case .forbidden(let fields): clauses(of: fields, or: "you may not do that")
    case .notFound(let fields): clauses(of: fields, or: "not found")
    case .invalid(let fields): clauses(of: fields, or: "the server found something invalid")
    case .busy(let status, let pause, let fields):
      clauses(of: fields, or: "the server is busy (status \(status))")
        .ending("; try again\(time(after: pause))")
    case .serverFailed(let status, let fields):
      clauses(of: fields) + ["the server failed (status \(status))"]
    case .redirected(let status, let target?):
      ["the server redirects to \(target) (status \(status)); if you trust it, use --server"]
    case .redirected(let status, nil):
      ["the server redirects to an address that cannot be used (status \(status))"]
    case .unexpected(let status, let fields):
      clauses(of: fields, or: "the server gave an unexpected answer (status \(status))")
    case .malformedAnswer(let problem): problem.lines
    case .tooLarge(let limit): ["the server's answer is too large; the limit is \(size(limit))"]
    case .unreachable(let server, let obstacle): ["cannot reach \(server); \(obstacle.text)"]
    case .interrupted(isHTTP: true): ["the connection broke"]
    case .interrupted(isHTTP: false):
      ["the connection broke, because the server does not speak HTTP"]
    case .timedOut(let limit): ["the server did not answer within \(limit.inSeconds)"]
    case .inDoubt(let error): error.lines.ending("; it may have been done")
    }
  }
}

extension APIError.AnswerProblem {
  fileprivate var lines: [String] {
    switch self {
    case .empty: ["the server's answer is empty"]
    case .webPage: ["the server answered with a web page; does the network want you to log in?"]
    case .notJSON: ["the server's answer could not be understood: it is not JSON"]
    case .missing(let path): ["the server's answer could not be understood: \(path) is missing"]
    case .unexpected(path: ""): ["the server's answer could not be understood: it has another form"]
    case .unexpected(let path):
      ["the server's answer could not be understood: \(path) has another form"]
    case .errors(let fields):
      clauses(of: fields) + ["the server reports an error, with a status of success"]
    }
  }
}

extension APIError.Obstacle {
  fileprivate var text: String {
    switch self {
    case .nobodyAnswers: "is the server running?"
    case .unknownHost: "its name is not known; is it right, and are you online?"
    case .notEncrypted:
      "no encrypted connection could be made; does it need http:// or another port?"
    case .certificate(let reason): "its certificate is not trusted: \(reason)"
    case .proxy(let reason): "the proxy did not pass the request on: \(reason)"
    case .address: "the address cannot be used"
    }
  }
}

/// The texts of errors with the names of their fields, at most so many that they fit a screen.
private func clauses(of fields: [FieldError], or fallback: String? = nil) -> [String] {
  let limit = 20
  let lines = fields.flatMap { field in
    field.texts.map { clipped(field.field.isEmpty ? $0 : "\(field.field) \($0)") }
  }
  if lines.isEmpty { return fallback.map { [$0] } ?? [] }
  if lines.count <= limit { return lines }
  return lines.prefix(limit) + ["and \(lines.count - limit) more errors"]
}

/// A text that is not longer than a person reads.
private func clipped(_ text: String) -> String {
  let limit = 500
  return text.unicodeScalars.count <= limit
    ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) + "…"
}

private func time(after pause: Duration?) -> String {
  guard let pause else { return " later" }
  if pause > .seconds(86_400) { return " in more than a day" }
  return pause == .zero ? "" : " in \(pause.inSeconds)"
}

private func size(_ bytes: Int) -> String {
  if bytes >= 1 << 20 { return "\(bytes >> 20) MiB" }
  return bytes >= 1 << 10 ? "\(bytes >> 10) KiB" : "\(bytes) bytes"
}

extension [String] {
  /// The lines with an addition to the last one.
  fileprivate func ending(_ addition: String) -> [String] {
    dropLast() + suffix(1).map { $0 + addition }
  }
}

extension Output {
  /// What is shown of a request that has failed.
  public static func failure(_ error: APIError) -> Output { failure(error.lines) }

  /// What is shown of a request that has failed, with a line about what was not done. Without that
  /// line, if it may have been done.
  public static func failure(_ error: APIError, undone line: String) -> Output {
    failure(error.lines + (error.isInDoubt ? [] : [line]))
  }
}
