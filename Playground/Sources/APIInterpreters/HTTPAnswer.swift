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
  var fieldErrors: [FieldError] {
    struct Answer: Decodable { var errors: [String: [String]] }
    let answer = try? JSONDecoder().decode(Answer.self, from: data)
    return (answer?.errors ?? [:]).sorted { $0.key < $1.key }.map { FieldError($0, texts: $1) }
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
    default: self = .unexpected(status: answer.status)
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
