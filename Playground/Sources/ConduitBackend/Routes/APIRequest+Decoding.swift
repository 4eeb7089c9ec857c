import Foundation

/// A value that arrives wrapped in an object with one key, such as `{"user": {…}}`.
protocol Enveloped: Decodable, Sendable {
  static var envelopeKey: String { get }
}

extension APIRequest {
  /// Decodes the body, or throws a failure that names the field that is wrong.
  func decodeBody<Body: Enveloped>(_ type: Body.Type = Body.self) throws(APIFailure) -> Body {
    do {
      return try JSONDecoder().decode(Envelope<Body>.self, from: body).content
    } catch let error as DecodingError {
      throw APIFailure(error)
    } catch {
      throw .invalid("body", "cannot be read")
    }
  }
}

private struct Envelope<Content: Enveloped>: Decodable {
  let content: Content

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    content = try container.decode(Content.self, forKey: Key(stringValue: Content.envelopeKey))
  }

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension APIFailure {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, _):
      self = .invalid(key.stringValue, FieldErrors.blank)
    case .valueNotFound(_, let context):
      self = .invalid(Self.field(context), FieldErrors.blank)
    case .typeMismatch(_, let context):
      self = .invalid(Self.field(context), "has the wrong type")
    case .dataCorrupted: fallthrough
    @unknown default:
      self = .invalid("body", "is not valid JSON")
    }
  }

  /// The innermost key that has a name: an error inside an array belongs to the array.
  private static func field(_ context: DecodingError.Context) -> String {
    context.codingPath.last { $0.intValue == nil }?.stringValue ?? "body"
  }
}
