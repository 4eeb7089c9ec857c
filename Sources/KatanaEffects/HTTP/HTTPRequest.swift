/// A request to a server over HTTP: what is asked, and within which limits.
///
/// ```swift
/// let search = HTTPRequest.get("https://api.example.com/articles", query: ["tag": "swift"])
/// let signUp = HTTPRequest.post("https://api.example.com/users", body: .json(user))
/// ```
///
/// A value and nothing else: commands such as ``Fetch`` and ``FetchJSON`` say what is done with it.
public struct HTTPRequest: Hashable, Sendable {
  /// What is asked of the server.
  public var method: HTTPMethod
  /// The address, which begins with `https://` or `http://`; it may hold a query of its own.
  public var url: String
  /// What is added to the query of the address, encoded.
  public var query: HTTPFields
  /// The headers.
  public var headers: HTTPFields
  /// The body.
  public var body: HTTPBody
  /// How JSON writes dates and keys, in the body and in the answer.
  public var json: HTTPJSONFormat
  /// How long the whole may take, redirects included; `nil` for any time.
  public var timeLimit: Duration?
  /// How long the connection may be silent; `nil` for any time.
  public var silenceLimit: Duration?
  /// How many bytes the body of the answer may have. `nil`, the default, stands for 16 MiB where
  /// the answer is kept in memory and for no limit where it goes to a file.
  public var sizeLimit: Int?
  /// What becomes of redirects.
  public var redirects: HTTPRedirects
  /// The status codes of an answer that is a success; others become
  /// ``HTTPError/statusUnexpected(_:)``.
  public var accepted: ClosedRange<Int>
  /// What ``HTTPProgress`` calls this request; `nil` for a request that reports no progress.
  public var transfer: EffectID?

  /// Creates a request.
  public init(
    _ method: HTTPMethod, _ url: String, query: HTTPFields = [:], headers: HTTPFields = [:],
    body: HTTPBody = .none, json: HTTPJSONFormat = HTTPJSONFormat(),
    timeLimit: Duration? = .seconds(60), silenceLimit: Duration? = nil, sizeLimit: Int? = nil,
    redirects: HTTPRedirects = .followed(), accepted: ClosedRange<Int> = 200...299,
    transfer: EffectID? = nil
  ) {
    (self.method, self.url, self.query, self.headers) = (method, url, query, headers)
    (self.body, self.json, self.timeLimit) = (body, json, timeLimit)
    (self.silenceLimit, self.sizeLimit, self.redirects) = (silenceLimit, sizeLimit, redirects)
    (self.accepted, self.transfer) = (accepted, transfer)
  }

  /// The size limit of an answer that is kept in memory, if the request states none: 16 MiB.
  public static let defaultSizeLimit = 16 << 20
}

extension HTTPRequest {
  /// Creates a request that reads.
  public static func get(
    _ url: String, query: HTTPFields = [:], headers: HTTPFields = [:]
  ) -> HTTPRequest {
    HTTPRequest(.get, url, query: query, headers: headers)
  }

  /// Creates a request that sends something.
  public static func post(
    _ url: String, query: HTTPFields = [:], headers: HTTPFields = [:], body: HTTPBody = .none
  ) -> HTTPRequest {
    HTTPRequest(.post, url, query: query, headers: headers, body: body)
  }

  /// Creates a request that replaces.
  public static func put(
    _ url: String, query: HTTPFields = [:], headers: HTTPFields = [:], body: HTTPBody = .none
  ) -> HTTPRequest {
    HTTPRequest(.put, url, query: query, headers: headers, body: body)
  }

  /// Creates a request that changes.
  public static func patch(
    _ url: String, query: HTTPFields = [:], headers: HTTPFields = [:], body: HTTPBody = .none
  ) -> HTTPRequest {
    HTTPRequest(.patch, url, query: query, headers: headers, body: body)
  }

  /// Creates a request that deletes.
  public static func delete(
    _ url: String, query: HTTPFields = [:], headers: HTTPFields = [:]
  ) -> HTTPRequest {
    HTTPRequest(.delete, url, query: query, headers: headers)
  }

  /// The same with other limits; see the properties of these names.
  public func limited(
    time: Duration?, silence: Duration? = nil, size: Int? = nil
  ) -> HTTPRequest {
    var request = self
    (request.timeLimit, request.silenceLimit, request.sizeLimit) = (time, silence, size)
    return request
  }

  /// The same, which tells ``HTTPProgress`` of its progress under a name.
  public func reporting(as id: some Hashable & Sendable) -> HTTPRequest {
    var request = self
    request.transfer = EffectID(id)
    return request
  }

  /// The same, whose answer is a success with other status codes.
  public func accepting(_ status: ClosedRange<Int>) -> HTTPRequest {
    var request = self
    request.accepted = status
    return request
  }
}

/// What becomes of an answer that sends the request to another address.
///
/// Secret headers, `Authorization` and cookies are never sent to another origin, that is, another
/// scheme, host or port. An address without encryption is refused where the first had it.
public enum HTTPRedirects: Hashable, Sendable {
  /// It is followed, a number of times at most.
  case followed(atMost: Int = 10)
  /// It is followed within the origin; another one is ``HTTPError/redirectRefused(_:)``.
  case withinOrigin(atMost: Int = 10)
  /// It is the answer.
  case notFollowed
}
