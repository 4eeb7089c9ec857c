import API
import Foundation
import KatanaEffects

extension HTTPResponse {
  /// Decodes the value at a key of the answer; the whole answer if the key is `nil`. An answer
  /// without a body is ``API/NoContent``.
  func payload<Payload: Decodable>(in key: String?) throws(APIError) -> Payload {
    if body.isEmpty {
      if let nothing = NoContent() as? Payload { return nothing }
      throw .malformedAnswer(.empty)
    }
    // Some servers report an error with a status of success.
    if let errors = (try? decoded(ErrorReport.self))?.errors.map(FieldError.all), !errors.isEmpty {
      throw .malformedAnswer(.errors(errors))
    }
    do {
      guard let key else { return try HTTPJSONFormat().decode(Payload.self, from: body) }
      let parts = try HTTPJSONFormat().decode([String: Attempt<Payload>].self, from: body)
      guard let part = parts[key] else { throw APIError.malformedAnswer(.missing(path: key)) }
      return try part.result.get()
    } catch {
      throw .malformedAnswer(problem(for: error))
    }
  }

  private func problem(for error: any Error) -> APIError.AnswerProblem {
    if (try? decoded(JSONValue.self)) == nil { return isWebPage ? .webPage : .notJSON }
    switch error {
    case APIError.malformedAnswer(let problem): return problem
    case DecodingError.keyNotFound(let key, let context):
      return .missing(path: pathText(context.codingPath + [key]))
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      return .unexpected(path: pathText(context.codingPath))
    default: return .unexpected(path: "")
    }
  }

  private var isWebPage: Bool {
    if headers["Content-Type"]?.revealed.lowercased().contains("html") == true { return true }
    return body.first { !" \t\r\n\u{FEFF}".utf8.contains($0) } == UInt8(ascii: "<")
  }
}

/// The part of an answer in which a server reports errors.
private struct ErrorReport: Decodable { var errors: JSONValue? }

/// A path such as `articles[3].title`.
private func pathText(_ path: [any CodingKey]) -> String {
  path.reduce("") { text, key in
    if let index = key.intValue { return "\(text)[\(index)]" }
    return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
  }
}

/// A value of an answer, or the error if the value has another type. Only the value at the wanted
/// key must have the right type.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) { result = Result { try Value(from: decoder) } }
}
