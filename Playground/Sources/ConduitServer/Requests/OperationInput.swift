import Foundation

/// The parts of a request from which an operation is decoded.
struct OperationInput {
  /// The parts of the path that the route has with a colon.
  var path: [String: String] = [:]
  /// The items of the query.
  var query: [String: String] = [:]
  /// The body; empty if the route has none.
  var body = Data()

  /// Returns a part of the path. The name must be one of the route.
  func text(_ name: String) -> String {
    guard let text = path[name] else {
      preconditionFailure("The route has no part \(name); it has \(path.keys.sorted()).")
    }
    return text
  }

  /// Returns a whole number of the query.
  func number(_ name: String, in range: ClosedRange<Int>, default standard: Int) throws(Refusal)
    -> Int
  {
    guard let text = query[name] else { return standard }
    // Digits that are no `Int` are a number above the range.
    let isLarge =
      !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let number = Int(text) ?? (isLarge ? Int.max : nil), number >= range.lowerBound else {
      throw .invalid(name, "must be a whole number, \(range.lowerBound) or more")
    }
    return min(number, range.upperBound)
  }

  /// Decodes the value at a key of the body, such as that of `{"user": {…}}`.
  ///
  /// - Throws: A refusal that names the field of a wrong type.
  func decoded<Value: Decodable>(
    _ key: String, as type: Value.Type = Value.self
  ) throws(Refusal) -> Value {
    do {
      let decoder = JSONDecoder()
      decoder.userInfo[.envelopeKey] = key
      return try decoder.decode(Envelope<Value>.self, from: body).content
    } catch let error as DecodingError {
      throw Refusal(error)
    } catch {
      throw .invalid("body", "cannot be read")
    }
  }
}

/// The object with one key around each value that is sent.
private struct Envelope<Content: Decodable>: Decodable {
  let content: Content

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    let key = decoder.userInfo[.envelopeKey] as? String ?? ""
    content = try container.decode(Content.self, forKey: AnyKey(stringValue: key))
  }
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension CodingUserInfoKey {
  fileprivate static let envelopeKey: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "envelope key") else {
      preconditionFailure("a text is a key")
    }
    return key
  }()
}

extension Refusal {
  fileprivate init(_ error: DecodingError) {
    switch error {
    case .keyNotFound(let key, _): self = .invalid(key.stringValue, FieldErrors.blank)
    case .valueNotFound(_, let context): self = .invalid(Self.field(context), FieldErrors.blank)
    case .typeMismatch(_, let context): self = .invalid(Self.field(context), "has the wrong type")
    case .dataCorrupted: fallthrough
    @unknown default: self = .invalid("body", "is not valid JSON")
    }
  }

  /// The innermost key that has a name: an error in a list belongs to the list.
  private static func field(_ context: DecodingError.Context) -> String {
    context.codingPath.last { $0.intValue == nil }?.stringValue ?? "body"
  }
}
