/// The method of a request.
///
/// Other methods can be written as a literal: `let search: HTTPMethod = "SEARCH"`.
public struct HTTPMethod: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, as it is sent.
  public let name: String

  /// Creates a method from its name.
  public init(_ name: String) { self.name = name }

  /// Creates a method from a literal with its name.
  public init(stringLiteral name: String) { self.init(name) }

  /// Reads the resource.
  public static let get = HTTPMethod("GET")
  /// Reads the headers of the resource.
  public static let head = HTTPMethod("HEAD")
  /// Sends something to the resource.
  public static let post = HTTPMethod("POST")
  /// Replaces the resource.
  public static let put = HTTPMethod("PUT")
  /// Changes the resource.
  public static let patch = HTTPMethod("PATCH")
  /// Deletes the resource.
  public static let delete = HTTPMethod("DELETE")

  /// The name.
  public var description: String { name }

  /// Whether the response to a request has a body, which may be empty ([RFC 9110, section
  /// 6.4.1](https://www.rfc-editor.org/rfc/rfc9110.html#section-6.4.1)).
  package func hasBody(with status: Int) -> Bool { self != .head && ![204, 304].contains(status) }
}
