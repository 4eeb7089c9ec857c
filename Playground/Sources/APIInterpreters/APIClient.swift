public import Foundation
public import Katana
public import KatanaEffectInterpreters
import Synchronization

/// The state that the interpreters of the API share: the server, the HTTP client and the token of
/// the session.
///
/// Create one client together with the runtime, and pass it to both interpreters.
public final class APIClient: Sendable {
  /// The address of the server, without `/api`.
  public let server: URL
  /// The longest time that a request may take.
  public let timeLimit: Duration

  let http: HTTPClient
  private let current = Mutex<Secret<String>?>(nil)

  /// Creates a client of one server.
  public init(
    server: URL, timeLimit: Duration = .seconds(10),
    transport: any HTTPTransport = URLSessionTransport.shared
  ) {
    self.server = server
    self.timeLimit = timeLimit
    self.http = HTTPClient(transport: transport)
  }

  /// The token for new requests; `nil` without a session. Can be read and set from any thread.
  public internal(set) var token: Secret<String>? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}
