/// An HTTP request, and its limits.
///
/// ```swift
/// let search = HTTPRequest.get("https://api.example.com/articles", query: ["tag": "swift"])
/// let signUp = HTTPRequest.post("https://api.example.com/users", body: .json(user))
/// ```
///
/// A request is a value and has no effect. Commands such as ``Fetch`` and ``FetchJSON`` send it.
public struct HTTPRequest: Hashable, Sendable {
  /// The HTTP method.
  public var method: HTTPMethod
  /// The address, which begins with `https://` or `http://`. It may contain a query.
  ///
  /// Escapes such as `%20` are sent as they are. All other characters that may not stand in an
  /// address are percent-encoded. If it is a secret, nothing that comes back shows more than its host.
  public var url: HTTPText
  /// The items to add to the query of the address. They are percent-encoded.
  public var query: HTTPFields
  /// The headers.
  public var headers: HTTPFields
  /// The body.
  public var body: HTTPBody
  /// How JSON represents dates and keys, in the body and in the response.
  package var json: HTTPJSONFormat
  /// The longest time that the request may take, including redirects; `nil` for no limit.
  package var timeLimit: Duration?
  /// The longest time in which no byte is sent or received; `nil` for no limit.
  package var silenceLimit: Duration?
  /// The greatest size of the response's body in bytes.
  ///
  /// If this is `nil`, the limit is 16 MiB for a response that is kept in memory. A response that
  /// is written to a file then has no limit.
  package var sizeLimit: Int?
  /// Whether a response with a larger body succeeds with the first bytes of it, as many as
  /// the size limit allows; see ``HTTPResponse/isCut``. The connection is closed then. If this is
  /// `false`, the error is ``HTTPError/tooLarge(_:limit:received:)``.
  ///
  /// It has no effect on a response that is written to a file.
  package var keepsBeginning = false
  /// What the interpreter does with redirects.
  package var redirects: HTTPRedirects
  /// The status codes that count as success. For all others, the error is
  /// ``HTTPError/statusUnexpected(_:)``.
  package var accepted: ClosedRange<Int>
  /// The id of the request for ``HTTPProgress``; `nil` to report no progress.
  package var transfer: EffectID?

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The address, such as `"https://example.com"` or `Secret(webhook)`.
  ///   - query: Query items, which are added to those of the address.
  ///   - headers: The headers.
  ///   - body: The body.
  ///   - json: How JSON represents dates and keys, in the body and in the response.
  ///   - timeLimit: The longest time that the request may take, including redirects; `nil` for no
  ///     limit.
  ///   - silenceLimit: The longest time in which no byte is sent or received; `nil` for no limit.
  ///   - sizeLimit: The greatest size of the response's body in bytes. If this is `nil`, the limit
  ///     is 16 MiB for a response that is kept in memory, and there is none for one that is written
  ///     to a file.
  ///   - redirects: What the interpreter does with redirects.
  ///   - accepted: The status codes that count as success. For all others, the error is
  ///     ``HTTPError/statusUnexpected(_:)``.
  ///   - transfer: The id of the request for ``HTTPProgress``; `nil` to report no progress.
  public init(
    _ method: HTTPMethod, _ url: some HTTPFieldValue, query: HTTPFields = [:],
    headers: HTTPFields = [:],
    body: HTTPBody = .none, json: HTTPJSONFormat = HTTPJSONFormat(),
    timeLimit: Duration? = .seconds(60), silenceLimit: Duration? = nil, sizeLimit: Int? = nil,
    redirects: HTTPRedirects = .followed(), accepted: ClosedRange<Int> = 200...299,
    transfer: (any Hashable & Sendable)? = nil
  ) {
    (self.method, self.url, self.query, self.headers) = (method, url.httpText, query, headers)
    (self.body, self.json, self.timeLimit) = (body, json, timeLimit)
    (self.silenceLimit, self.sizeLimit, self.redirects) = (silenceLimit, sizeLimit, redirects)
    (self.accepted, self.transfer) = (accepted, transfer.map { EffectID($0) })
  }

  /// The size limit of a response that is kept in memory, unless the request sets one: 16 MiB.
  package static let defaultSizeLimit = 16 << 20
}

extension HTTPRequest {
  /// Creates a `GET` request.
  public static func get(
    _ url: some HTTPFieldValue, query: HTTPFields = [:], headers: HTTPFields = [:]
  ) -> HTTPRequest {
    HTTPRequest(.get, url, query: query, headers: headers)
  }

  /// Creates a `POST` request.
  public static func post(
    _ url: some HTTPFieldValue, query: HTTPFields = [:], headers: HTTPFields = [:],
    body: HTTPBody = .none
  ) -> HTTPRequest {
    HTTPRequest(.post, url, query: query, headers: headers, body: body)
  }

  /// Creates a `PUT` request.
  public static func put(
    _ url: some HTTPFieldValue, query: HTTPFields = [:], headers: HTTPFields = [:],
    body: HTTPBody = .none
  ) -> HTTPRequest {
    HTTPRequest(.put, url, query: query, headers: headers, body: body)
  }

  /// Creates a `PATCH` request.
  public static func patch(
    _ url: some HTTPFieldValue, query: HTTPFields = [:], headers: HTTPFields = [:],
    body: HTTPBody = .none
  ) -> HTTPRequest {
    HTTPRequest(.patch, url, query: query, headers: headers, body: body)
  }

  /// Creates a `DELETE` request.
  public static func delete(
    _ url: some HTTPFieldValue, query: HTTPFields = [:], headers: HTTPFields = [:]
  ) -> HTTPRequest {
    HTTPRequest(.delete, url, query: query, headers: headers)
  }

  /// Returns this request with other limits. All three limits are set.
  ///
  /// - Parameters:
  ///   - time: The longest time of the whole request; `nil` for no limit.
  ///   - silence: The longest time in which no byte is sent or received; `nil` for no limit.
  ///   - size: The greatest size of the body in bytes; `nil` for 16 MiB in memory, and for no limit in a
  ///     file.
  public func limited(
    time: Duration?, silence: Duration? = nil, size: Int? = nil
  ) -> HTTPRequest {
    var request = self
    (request.timeLimit, request.silenceLimit, request.sizeLimit) = (time, silence, size)
    return request
  }

  /// Returns this request with a limit for the body of the response. Of a larger body, the first
  /// bytes are kept.
  ///
  /// ```swift
  /// Fetch(.get(link).keepingBeginning(64 << 10), reply { .loaded($0) })
  /// ```
  ///
  /// - Parameter count: The greatest number of bytes to keep.
  public func keepingBeginning(_ count: Int) -> HTTPRequest {
    var request = self
    (request.sizeLimit, request.keepsBeginning) = (count, true)
    return request
  }

  /// Returns this request with an id under which ``HTTPProgress`` reports its progress.
  public func reporting(as id: some Hashable & Sendable) -> HTTPRequest {
    var request = self
    request.transfer = EffectID(id)
    return request
  }

  /// Returns this request with another range of status codes that count as success.
  public func accepting(_ status: ClosedRange<Int>) -> HTTPRequest {
    var request = self
    request.accepted = status
    return request
  }
}

/// What the interpreter does with a response that redirects the request to another address.
///
/// An origin is a scheme, a host and a port. Secret headers, `Authorization`,
/// `Proxy-Authorization`, `Cookie` and `Host` are not sent to another origin. A redirect from
/// `https` to `http` is always refused, with ``HTTPError/redirectRefused(_:)``, and so is one that would
/// take a body with a secret to another origin. Any other body is sent there after a status of 307 or 308.
public enum HTTPRedirects: Hashable, Sendable {
  /// Follows redirects, up to a number of them.
  case followed(atMost: Int = 10)
  /// Follows redirects within the origin, up to a number of them. A redirect to another origin
  /// fails with ``HTTPError/redirectRefused(_:)``.
  case withinOrigin(atMost: Int = 10)
  /// Treats the redirect as the response. The request must accept its status code.
  case notFollowed
}
