public import KatanaEffects

/// A call of the server's API, as data: no addresses, no bytes, no tokens.
public struct APICall: Hashable, Sendable {
  /// Whether the call is made in the name of a user.
  public enum SessionUse: Sendable {
    /// As nobody, even while a user is logged in: to log in, for example.
    case none
    /// As the user if there is one.
    case optional
    /// As the user; without one the call is not sent, and fails with ``APIError/notLoggedIn``.
    case required
  }

  /// What the server is asked to do.
  public var method: HTTPMethod
  /// The path below `/api`, by its parts, which need no escaping.
  public var path: [String]
  /// The query, in order, which needs no escaping.
  public var query: HTTPFields
  /// What is sent as JSON.
  public var body: HTTPJSONValue?
  /// Whether the call is made in the name of a user.
  public var session: SessionUse

  /// Creates a call from all that it consists of.
  public init(
    method: HTTPMethod, path: [String], query: HTTPFields, body: HTTPJSONValue?,
    session: SessionUse
  ) {
    (self.method, self.path, self.query) = (method, path, query)
    (self.body, self.session) = (body, session)
  }

  /// Creates a call that reads what a path names.
  public static func get(
    _ path: String..., query: HTTPFields = [:], session: SessionUse = .optional
  ) -> APICall {
    APICall(method: .get, path: path, query: query, body: nil, session: session)
  }

  /// Creates a call that adds to what a path names.
  public static func post(
    _ path: String..., body: some Encodable & Equatable & Sendable,
    session: SessionUse = .required
  ) -> APICall {
    APICall(
      method: .post, path: path, query: [:], body: HTTPJSONValue(body), session: session)
  }
}
