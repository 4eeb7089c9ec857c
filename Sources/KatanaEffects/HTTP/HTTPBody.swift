public import Foundation
public import Katana

/// The body of a request.
///
/// The body determines the `Content-Type` header, unless the request already has one.
public enum HTTPBody: Hashable, Sendable {
  /// No body.
  case none
  /// Bytes that are sent unchanged.
  case bytes(Data, type: String = "application/octet-stream")
  /// Bytes that are sent unchanged, and never printed.
  case secret(Secret<Data>, type: String = "application/octet-stream")
  /// A value that is encoded as JSON; see the function `json(_:)`.
  case json(HTTPJSONValue)
  /// Fields in the encoding of a web form: `application/x-www-form-urlencoded`.
  case form(HTTPFields)
  /// Parts in the encoding of a web form with files: `multipart/form-data`.
  case multipart([HTTPPart])
  /// The content of a file, which is read while it is sent. The string is the path.
  case file(String, type: String = "application/octet-stream")

  /// Creates a JSON body from a value.
  ///
  /// The value is encoded when the request is sent, in the request's `HTTPJSONFormat`. A `Secret`
  /// in it is sent with its content, but stays hidden when the request is printed.
  ///
  /// - Parameter value: The value. Two bodies are equal if their values are equal.
  public static func json(_ value: some Encodable & Equatable & Sendable) -> HTTPBody {
    .json(HTTPJSONValue(value))
  }
}

/// A value that is sent as JSON.
public struct HTTPJSONValue: Sendable {
  /// The value.
  public let value: any Encodable & Equatable & Sendable

  /// Wraps a value that is sent as JSON.
  public init(_ value: some Encodable & Equatable & Sendable) { self.value = value }
}

extension HTTPJSONValue: Hashable {
  /// Returns whether both values have the same type and are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == rhs.value as? Value }
    return isEqual(lhs.value)
  }

  /// Hashes only the type, because the value need not be `Hashable`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: value)))
  }
}

extension HTTPJSONValue: CustomStringConvertible {
  /// The description of the value.
  public var description: String { sourceText(of: value) }
}

/// One part of a ``HTTPBody/multipart(_:)`` body.
public struct HTTPPart: Hashable, Sendable {
  /// The name of the form field.
  public var name: String
  /// The file name that is sent with the part; `nil` for a plain field.
  public var fileName: String?
  /// The `Content-Type` of the part; `nil` to send none.
  public var type: String?
  /// The content, which may be a secret.
  package var content: Content

  package enum Content: Hashable, Sendable {
    case plain(Data)
    case secret(Secret<Data>)

    package var revealed: Data {
      switch self {
      case .plain(let data): data
      case .secret(let data): data.revealed
      }
    }
  }

  /// Creates a part that the server receives as a file.
  ///
  /// - Parameters:
  ///   - name: The name of the form field.
  ///   - fileName: The file name that is sent. No file is read.
  ///   - type: The `Content-Type` of the part.
  ///   - content: The content of the file.
  public init(
    _ name: String, fileName: String, type: String = "application/octet-stream", content: Data
  ) {
    (self.name, self.fileName, self.type, self.content) = (name, fileName, type, .plain(content))
  }

  /// Creates a field with a text in UTF-8, which may be a secret.
  public init(_ name: String, _ text: some HTTPFieldValue) {
    (self.name, self.fileName, self.type) = (name, nil, nil)
    let data = Data(text.httpText.revealed.utf8)
    content = text.httpText.isSecret ? .secret(Secret(data)) : .plain(data)
  }
}

extension HTTPBody {
  /// Whether a secret becomes a part of the body in this format.
  package func holdsSecret(in format: HTTPJSONFormat) -> Bool {
    switch self {
    case .none, .bytes, .file: false
    case .secret: true
    case .json(let json):
      (try? format.encode(json.value, .masked)) != (try? format.encode(json.value, .revealed))
    case .form(let fields): fields.fields.contains { $0.value.isSecret }
    case .multipart(let parts):
      parts.contains { if case .secret = $0.content { true } else { false } }
    }
  }
}
