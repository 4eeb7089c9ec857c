import API
import KatanaEffects

extension HTTPResponse {
  /// Decodes the value at a key of the answer; the whole answer if the key is `nil`. An answer
  /// without a body is ``API/NoContent``.
  func payload<Payload: Decodable>(in key: String?) throws(APIError) -> Payload {
    if body.isEmpty, let nothing = NoContent() as? Payload { return nothing }
    do {
      guard let key else { return try decoded(Payload.self) }
      let parts = try decoded([String: Attempt<Payload>].self)
      guard let part = parts[key] else { throw APIError.malformedAnswer }
      return try part.result.get()
    } catch {
      throw .malformedAnswer
    }
  }

  /// The errors of the answer by field, as in `{"errors": {"title": ["can't be blank"]}}`.
  ///
  /// They are sorted by field, because the order in JSON has no meaning. Servers differ: the errors
  /// may also be a list or one text, or the answer may have a `message` instead.
  var fieldErrors: [FieldError] {
    guard let answer = try? decoded(ErrorAnswer.self) else { return [] }
    let fields = answer.errors?.fields ?? answer.error?.fields ?? answer.message?.fields ?? [:]
    return fields.sorted { $0.key < $1.key }.map { FieldError($0, texts: $1) }
  }
}

extension APIError {
  /// Creates the error for the status of an answer; `nil` if the status is a success.
  init?(_ answer: HTTPResponse, hadSession: Bool) {
    switch answer.status {
    case 200..<300: return nil
    case 401: self = hadSession ? .sessionExpired : .unauthorized(answer.fieldErrors)
    case 403: self = .forbidden(answer.fieldErrors)
    case 404: self = .notFound(answer.fieldErrors)
    case 422: self = .invalid(answer.fieldErrors)
    case 500...: self = .serverFailed(status: answer.status)
    default: self = .unexpected(status: answer.status, answer.fieldErrors)
    }
  }

  /// Creates the error for a request without a usable answer.
  init(_ error: HTTPError, server: String) {
    switch error {
    case .timeLimitReached(_, let limit, _): self = .timedOut(limit: limit)
    case .bodyCut, .partUnexpected, .tooLarge: self = .malformedAnswer
    default: self = .unreachable(server: server)
    }
  }
}

/// A value of an answer, or the error if the value has another type. Only the value at the wanted
/// key must have the right type.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) { result = Result { try Value(from: decoder) } }
}

private struct ErrorAnswer: Decodable {
  var errors: ErrorTexts?
  var error: ErrorTexts?
  var message: ErrorTexts?
}

/// Texts by field. Texts without a field have the empty name.
private struct ErrorTexts: Decodable {
  var fields: [String: [String]]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      fields = ["": [text]]
    } else if let texts = try? container.decode([String].self) {
      fields = ["": texts]
    } else {
      fields = try container.decode([String: ErrorTexts].self)
        .mapValues { $0.fields.sorted { $0.key < $1.key }.flatMap(\.value) }
    }
  }
}
