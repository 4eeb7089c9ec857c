public import Foundation
import Katana
public import KatanaEffects

/// The answer to a request, as a value: its content is encoded only when it is sent.
public struct Response: Equatable, Sendable {
  /// The status of HTTP.
  public var status: Int
  /// Headers besides that of the content.
  public var headers: HTTPFields = [:]
  /// What is sent as JSON; `nil` for an empty body.
  public var content: HTTPJSONValue?

  /// Creates an answer with a content.
  init(_ status: Int, _ content: some Encodable & Equatable & Sendable) {
    (self.status, self.content) = (status, HTTPJSONValue(content))
  }

  /// Creates an answer without a content.
  init(_ status: Int, headers: HTTPFields = [:]) { (self.status, self.headers) = (status, headers) }

  /// The answer with a value.
  static func ok(_ content: some Encodable & Equatable & Sendable) -> Response {
    Response(200, content)
  }

  /// The answer with something new.
  static func created(_ content: some Encodable & Equatable & Sendable) -> Response {
    Response(201, content)
  }

  /// The answer when something was deleted.
  static let noContent = Response(204)

  /// The answer of a server that is being stopped.
  public static let unavailable = Response(503, ["errors": ["server": ["is being stopped"]]])
}

/// An answer as it is sent.
public struct EncodedResponse: Equatable, Sendable {
  /// The status of HTTP.
  public var status: Int
  /// All headers, except for that of the length.
  public var headers: HTTPFields
  /// The body; empty for the method `HEAD`.
  public var body: Data
  /// The length that the header `Content-Length` states, which is that of the body also where
  /// `HEAD` leaves it out; `nil` if the status states none.
  public var length: Int?

  /// Creates an answer.
  ///
  /// - Parameter length: The length to state, if it is not that of the body. An answer with the
  ///   status 204 states none (RFC 9110).
  public init(status: Int, headers: HTTPFields = [:], body: Data = Data(), length: Int? = nil) {
    (self.status, self.headers, self.body) = (status, headers, body)
    self.length = status == 204 ? nil : length ?? body.count
  }
}

extension Response {
  /// Encodes the answer to a request with this method. Tokens are in it, which nothing else shows.
  public func encoded(for method: String) -> EncodedResponse {
    var headers = headers
    // Pages of any site may read the answer (CORS). That is harmless: no browser adds a token by itself.
    headers["Access-Control-Allow-Origin"] = "*"
    guard let content else {
      return EncodedResponse(status: status, headers: headers)
    }
    do {
      let body = try HTTPJSONFormat().encode(content.value)
      headers["Content-Type"] = "application/json; charset=utf-8"
      return EncodedResponse(
        status: status, headers: headers, body: method == "HEAD" ? Data() : body,
        length: body.count)
    } catch {
      return EncodedResponse(status: 500, headers: headers)
    }
  }
}
