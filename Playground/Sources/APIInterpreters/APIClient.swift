public import API
public import Foundation
public import KatanaEffectInterpreters
public import KatanaRuntime

/// What the interpreter of the API needs: the server, the HTTP client and the session that the model
/// declares.
///
/// Create one client together with the runtime. Give it to the interpreter, and its session to the
/// runtime: `.subscription(client.session)`.
public final class APIClient: Sendable {
  /// The address of the server, without `/api`.
  public let server: URL
  /// The longest time that a request may take.
  public let timeLimit: Duration

  let http: HTTPClient
  /// The session that the model declares now.
  public let session = Latest<APISession>()

  /// Creates a client of one server.
  public init(
    server: URL, timeLimit: Duration = .seconds(10),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) {
    self.server = server
    self.timeLimit = timeLimit
    self.http = HTTPClient(transport: transport)
  }
}
