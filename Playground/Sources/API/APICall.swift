public import KatanaEffects

/// A call of the server's API as data, without the server's address, bytes or tokens.
public struct APICall: Hashable, Sendable {
  /// Whether a call uses the session of the user.
  public enum SessionUse: Sendable {
    /// The call never uses a session, even while a user is logged in. A login is such a call.
    case none
    /// The call uses the session if a user is logged in.
    case optional
    /// The call needs a session. Without one it is not sent, and fails with
    /// ``APIError/notLoggedIn``.
    case required
  }

  /// The HTTP method.
  public var method: HTTPMethod
  /// The components of the path below `/api`, without escapes.
  public var path: [String]
  /// The fields of the query in order, without escapes.
  public var query: HTTPFields
  /// The value that is sent as JSON.
  public var body: HTTPJSONValue?
  /// Whether the call uses the session of the user.
  public var session: SessionUse

  /// Creates a call from all its parts.
  public init(
    method: HTTPMethod, path: [String], query: HTTPFields, body: HTTPJSONValue?,
    session: SessionUse
  ) {
    (self.method, self.path, self.query) = (method, path, query)
    (self.body, self.session) = (body, session)
  }

  /// Creates a call that reads the resource at a path.
  public static func get(
    _ path: String..., query: HTTPFields = [:], session: SessionUse = .optional
  ) -> APICall {
    APICall(method: .get, path: path, query: query, body: nil, session: session)
  }

  /// Creates a call that adds to the resource at a path.
  public static func post(
    _ path: String..., body: some Encodable & Equatable & Sendable,
    session: SessionUse = .required
  ) -> APICall {
    APICall(
      method: .post, path: path, query: [:], body: HTTPJSONValue(body), session: session)
  }

  /// Creates a call that switches something on, such as a favourite. It sends no body.
  public static func post(_ path: String..., session: SessionUse = .required) -> APICall {
    APICall(method: .post, path: path, query: [:], body: nil, session: session)
  }

  /// Creates a call that changes the resource at a path.
  public static func put(
    _ path: String..., body: some Encodable & Equatable & Sendable,
    session: SessionUse = .required
  ) -> APICall {
    APICall(
      method: .put, path: path, query: [:], body: HTTPJSONValue(body), session: session)
  }

  /// Creates a call that removes the resource at a path, or switches something off.
  public static func delete(_ path: String..., session: SessionUse = .required) -> APICall {
    APICall(method: .delete, path: path, query: [:], body: nil, session: session)
  }
}
