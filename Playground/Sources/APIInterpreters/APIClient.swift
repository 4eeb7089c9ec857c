public import Foundation
public import Katana
public import KatanaEffectInterpreters

/// What the interpreters of the API share: the server, what sends requests, and the session's token.
///
/// Made once, where the runtime is made, and given to both.
public final class APIClient: @unchecked Sendable {
  // Sendable, because the token is read and written with the lock held, and the rest is constant.

  /// The address of the server, without `/api`.
  public let server: URL
  /// How long a request may take.
  public let timeLimit: Duration

  let http: HTTPClient
  private let lock = NSLock()
  private var current: Secret<String>?

  /// Creates a client of one server.
  public init(
    server: URL, timeLimit: Duration = .seconds(10),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) {
    self.server = server
    self.timeLimit = timeLimit
    self.http = HTTPClient(transport: transport)
  }

  /// The token that requests carry from now on. May be read and set from any thread.
  public internal(set) var token: Secret<String>? {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}
