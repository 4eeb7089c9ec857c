public import Foundation
import Katana

/// What a request sends beside its headers.
///
/// The `Content-Type` follows from the body unless the request has that header.
public enum HTTPBody: Hashable, Sendable {
  /// Nothing.
  case none
  /// Bytes as they are.
  case bytes(Data, type: String = "application/octet-stream")
  /// A value as JSON; see ``json(_:)``.
  case json(HTTPJSONValue)
  /// Fields as a web form sends them: `application/x-www-form-urlencoded`.
  case form(HTTPFields)
  /// Parts as a web form with files sends them: `multipart/form-data`.
  case multipart([HTTPPart])
  /// The content of a file, which is read while it is sent.
  case file(String, type: String = "application/octet-stream")

  /// Creates a body of JSON from a value.
  ///
  /// The value is compared and printed as it is, and encoded when the request is sent, secrets
  /// with their content; see `HTTPJSONFormat` for dates and keys.
  public static func json(_ value: some Encodable & Equatable & Sendable) -> HTTPBody {
    .json(HTTPJSONValue(value))
  }
}

/// A value that is sent as JSON.
public struct HTTPJSONValue: Sendable {
  /// The value.
  public let value: any Encodable & Equatable & Sendable

  /// Creates the value to send.
  public init(_ value: some Encodable & Equatable & Sendable) { self.value = value }
}

extension HTTPJSONValue: Hashable {
  /// Whether both values are of the same type and equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == rhs.value as? Value }
    return isEqual(lhs.value)
  }

  /// Feeds the type to the hasher: the value need not be `Hashable`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: value)))
  }
}

extension HTTPJSONValue: CustomStringConvertible, CustomReflectable {
  /// The value.
  public var description: String { "\(value)" }
  /// The value alone.
  public var customMirror: Mirror { Mirror(self, children: ["value": value]) }
}

/// One part of a body of the kind ``HTTPBody/multipart(_:)``.
public struct HTTPPart: Hashable, Sendable {
  /// The name of the form's field.
  public var name: String
  /// The name of the file that the part is said to come from; `nil` for a plain field.
  public var fileName: String?
  /// The `Content-Type` of the part; `nil` for none.
  public var type: String?
  /// The content.
  public var content: Data

  /// Creates a part with the content of a file.
  public init(
    _ name: String, fileName: String, type: String = "application/octet-stream", content: Data
  ) {
    (self.name, self.fileName, self.type, self.content) = (name, fileName, type, content)
  }

  /// Creates a plain field.
  public init(_ name: String, _ text: String) {
    (self.name, self.fileName, self.type, self.content) = (name, nil, nil, Data(text.utf8))
  }
}
