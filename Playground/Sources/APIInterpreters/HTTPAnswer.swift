import API
import Foundation

/// What the server has answered.
struct HTTPAnswer: Sendable {
  var status: Int
  var data: Data

  /// The value under a key of the answer, or the whole answer.
  func payload<Payload: Decodable>(in key: String?) throws(APIError) -> Payload {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom(decodeDate)
    decoder.userInfo[.payload] = key
    do {
      guard key != nil else { return try decoder.decode(Payload.self, from: data) }
      return try decoder.decode(Envelope<Payload>.self, from: data).payload
    } catch {
      throw .malformedAnswer
    }
  }

  /// What is wrong, by field, as in `{"errors": {"title": ["can't be blank"]}}`; sorted by field,
  /// since the order in JSON means nothing.
  /// Servers differ: the errors may be a list or one text, and a message of its own.
  var fieldErrors: [FieldError] {
    guard let answer = try? JSONDecoder().decode(ErrorAnswer.self, from: data) else { return [] }
    let fields = answer.errors?.fields ?? answer.error?.fields ?? answer.message?.fields ?? [:]
    return fields.sorted { $0.key < $1.key }.map { FieldError($0, texts: $1) }
  }
}

extension APIError {
  /// The error that an answer means; `nil` if it means none.
  init?(_ answer: HTTPAnswer, hadSession: Bool) {
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

extension CodingUserInfoKey {
  /// The key of the answer that holds the payload.
  fileprivate static let payload = CodingUserInfoKey(rawValue: "payload")!
}

/// An object whose payload is under the key that the decoder was given.
private struct Envelope<Payload: Decodable>: Decodable {
  let payload: Payload

  init(from decoder: any Decoder) throws {
    let name = decoder.userInfo[.payload] as? String ?? ""
    let container = try decoder.container(keyedBy: Key.self)
    payload = try container.decode(Payload.self, forKey: Key(stringValue: name))
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Servers of the API differ in whether they write fractions of a second.
private func decodeDate(from decoder: any Decoder) throws -> Date {
  let container = try decoder.singleValueContainer()
  let text = try container.decode(String.self)
  for hasFraction in [true, false] {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
    if let date = try? style.parse(text) { return date }
  }
  throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date")
}
