public import Foundation

/// The answer of a server.
public struct HTTPResponse: Hashable, Codable, Sendable {
  /// The status code, such as 200.
  public var status: Int
  /// The headers; of `Set-Cookie`, the text is a secret.
  public var headers: HTTPFields
  /// The body; empty where it went to a file.
  public var body: Data
  /// The address that has answered, after redirects.
  public var url: String
  /// How many bytes the body had.
  public var size: Int

  /// Creates an answer.
  public init(
    status: Int, headers: HTTPFields = [:], body: Data = Data(), url: String = "", size: Int? = nil
  ) {
    (self.status, self.headers, self.body, self.url) = (status, headers, body, url)
    self.size = size ?? body.count
  }

  /// The body as text; invalid UTF-8 is replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Decodes the body.
  ///
  /// An empty body is decoded as `null`, so that an optional value is `nil`.
  ///
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
  /// The status and the size: the body may hold what nobody should see.
  public var description: String { "HTTPResponse(\(status), \(size) bytes)" }
}

/// Where a value could not be decoded, and why.
private func explanation(of error: any Error) -> (path: String, reason: String) {
  switch error as? DecodingError {
  case .keyNotFound(let key, let context):
    (pathText(context.codingPath + [key]), "the key is missing")
  case .valueNotFound(let type, let context):
    (pathText(context.codingPath), "null stands for a \(type)")
  case .typeMismatch(let type, let context):
    (pathText(context.codingPath), "the value is not a \(type)")
  case .dataCorrupted(let context): (pathText(context.codingPath), context.debugDescription)
  default: ("", "\(error)")
  }
}

/// A path as Swift would write it: `articles[3].title`.
package func pathText(_ path: [any CodingKey]) -> String {
  path.reduce(into: "") { text, key in
    if let index = key.intValue {
      text += "[\(index)]"
    } else {
      text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
    }
  }
}
