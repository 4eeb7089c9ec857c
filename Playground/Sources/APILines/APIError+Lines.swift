public import API
public import Lines

extension APIError {
  /// The error as a text for the user: one or more lines, each a clause without a full stop.
  public var lines: [String] {
    switch self {
    case .notLoggedIn: ["you are not logged in; try: login EMAIL PASSWORD"]
    case .sessionExpired: ["the session has ended; log in again"]
    case .unauthorized(let fields): lines(fields, or: "the server does not know you")
    case .forbidden(let fields): lines(fields, or: "you may not do that")
    case .notFound(let fields): lines(fields, or: "not found")
    case .invalid(let fields): lines(fields, or: "the server found something invalid")
    case .serverFailed(let status): ["the server failed (status \(status))"]
    case .unexpected(let status, let fields):
      lines(fields, or: "the server gave an unexpected answer (status \(status))")
    case .malformedAnswer: ["the server's answer could not be understood"]
    case .unreachable(let server): ["cannot reach \(server); is the server running?"]
    case .timedOut(let limit): ["the server did not answer within \(limit.inSeconds)"]
    }
  }

  private func lines(_ fields: [FieldError], or fallback: String) -> [String] {
    let lines = fields.flatMap { field in
      field.texts.map { field.field.isEmpty ? $0 : "\(field.field) \($0)" }
    }
    return lines.isEmpty ? [fallback] : lines
  }
}

extension Output {
  /// What is shown of a request that has failed.
  public static func failure(_ error: APIError) -> Output { failure(error.lines) }
}
