import API
import KatanaEffects

extension HTTPResponse {
  /// The value under a key of the answer, or the whole answer.
  func payload<Payload: Decodable>(in key: String?) throws(APIError) -> Payload {
    do {
      guard let key else { return try decoded(Payload.self) }
      let parts = try decoded([String: Attempt<Payload>].self)
      guard let part = parts[key] else { throw APIError.malformedAnswer }
      return try part.result.get()
    } catch {
      throw .malformedAnswer
    }
  }

  /// What is wrong, by field, as in `{"errors": {"title": ["can't be blank"]}}`; sorted by field,
  /// since the order in JSON means nothing.
  /// Servers differ: the errors may be a list or one text, and a message of its own.
  var fieldErrors: [FieldError] {
    guard let answer = try? decoded(ErrorAnswer.self) else { return [] }
    let fields = answer.errors?.fields ?? answer.error?.fields ?? answer.message?.fields ?? [:]
    return fields.sorted { $0.key < $1.key }.map { FieldError($0, texts: $1) }
  }
}

extension APIError {
  /// The error that an answer means; `nil` if it means none.
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

  /// The error for a request that has no answer.
  init(_ error: HTTPError, server: String) {
    switch error {
    case .timeLimitReached(_, let limit): self = .timedOut(limit: limit)
    case .bodyCut, .tooLarge: self = .malformedAnswer
    default: self = .unreachable(server: server)
    }
  }
}

/// A value that may be of another type, beside the one that is looked for.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) { result = Result { try Value(from: decoder) } }
}

private struct ErrorAnswer: Decodable {
  var errors: ErrorTexts?
  var error: ErrorTexts?
  var message: ErrorTexts?
}

/// Texts by field, or without fields: those have an empty name.
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
