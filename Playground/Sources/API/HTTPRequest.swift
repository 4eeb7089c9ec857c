/// A request to the server, as data: no addresses, no bytes, no tokens.
public struct HTTPRequest: Hashable, Sendable {
  /// What should be done with what the path names.
  public enum Method: String, Sendable {
    /// Reads.
    case get = "GET"
    /// Adds.
    case post = "POST"
  }

  /// Whether the request is made in the name of a user.
  public enum SessionUse: Sendable {
    /// As nobody, even while somebody is logged in: to log in, for example.
    case none
    /// As the user if there is one.
    case optional
    /// As the user; without one the request is not sent, and fails with ``APIError/notLoggedIn``.
    case required
  }

  /// What should be done.
  public var method: Method
  /// The path below `/api`, by its parts, which need no escaping.
  public var path: [String]
  /// The query, in order, which needs no escaping.
  public var query: [QueryItem]
  /// What is sent along.
  public var body: JSON?
  /// Whether the request is made in the name of a user.
  public var session: SessionUse

  /// One parameter of a query.
  public struct QueryItem: Hashable, Sendable {
    /// What the parameter is called.
    public var name: String
    /// What it is.
    public var value: String

    /// A parameter and its value.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Reads what a path names.
  public static func get(
    _ path: String..., query: [QueryItem] = [], session: SessionUse = .optional
  ) -> HTTPRequest {
    HTTPRequest(method: .get, path: path, query: query, body: nil, session: session)
  }

  /// Adds to what a path names.
  public static func post(
    _ path: String..., body: JSON, session: SessionUse = .required
  ) -> HTTPRequest {
    HTTPRequest(method: .post, path: path, query: [], body: body, session: session)
  }
}
