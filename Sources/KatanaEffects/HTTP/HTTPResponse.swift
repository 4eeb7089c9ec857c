public import Foundation

/// The response of a server.
public struct HTTPResponse: Hashable, Codable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The headers. The texts of `Set-Cookie` headers are secrets, and so are those that repeat a secret of
  /// the request.
  public var headers: HTTPFields
  /// The body; empty if it was written to a file.
  public var body: Data
  /// The address that responded, after all redirects, with `•••` for secrets of the request.
  public var url: String
  /// The number of bytes of the body that were received.
  public var size: Int
  /// Whether the server sent more bytes than ``body`` holds, because the request keeps only the first
  /// ones, or because they belong to an error.
  public var isCut: Bool

  /// Creates a response. If no size is given, it is the size of the body.
  public init(
    status: Int, headers: HTTPFields = [:], body: Data = Data(), url: String = "",
    size: Int? = nil, isCut: Bool = false
  ) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
    (self.size, self.isCut) = (size ?? body.count, isCut)
  }

  /// The body as text. Bytes that are not UTF-8 are replaced with U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns a value that is decoded from the body as JSON.
  ///
  /// An empty body is decoded as `null`, so that an optional value is `nil`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - format: How JSON represents dates and keys.
  /// - Throws: ``HTTPError/undecodable(path:reason:_:)``.
  public func decoded<Value: Decodable>(
    _ type: Value.Type, _ format: HTTPJSONFormat = HTTPJSONFormat()
  ) throws(HTTPError) -> Value {
    do {
      return try format.decode(type, from: body.isEmpty ? Data("null".utf8) : body)
    } catch {
      let (path, reason) = explanation(of: error)
      throw .undecodable(path: path, reason: reason, self)
    }
  }
}

extension HTTPResponse: CustomStringConvertible {
  /// The status and the size. The body is left out, because it may hold secrets.
  public var description: String { "HTTPResponse(\(status), \(bytesText(size)))" }
}

/// Returns the path at which decoding failed, and the reason.
private func explanation(of error: any Error) -> (path: String, reason: String) {
  switch error as? DecodingError {
  case .keyNotFound(let key, let context):
    (pathText(context.codingPath + [key]), "the key is missing")
  case .valueNotFound(let type, let context):
    (pathText(context.codingPath), "null was found instead of a \(type)")
  case .typeMismatch(let type, let context):
    (pathText(context.codingPath), "the value is not a \(type)")
  case .dataCorrupted(let context): (pathText(context.codingPath), context.debugDescription)
  default: ("", "\(error)")
  }
}

/// Returns a coding path as Swift would write it, such as `articles[3].title`.
package func pathText(_ path: [any CodingKey]) -> String {
  path.reduce(into: "") { text, key in
    if let index = key.intValue {
      text += "[\(index)]"
    } else {
      text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
    }
  }
}
