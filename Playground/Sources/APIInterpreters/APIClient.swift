public import Foundation
public import Katana

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the interpreters of the API share: the server, its connections, and the session's token.
///
/// Made once, where the runtime is made, and given to both.
public final class APIClient: Sendable {
  /// The address of the server, without `/api`.
  public let server: URL
  /// How long a request may take.
  public let timeLimit: Duration

  let connections: URLSession
  private let session = Session()

  /// A client of one server.
  public init(server: URL, timeLimit: Duration = .seconds(10)) {
    self.server = server
    self.timeLimit = timeLimit
    let configuration = URLSessionConfiguration.ephemeral
    // The interpreter counts the time by the runtime's clock; this must not be faster.
    configuration.timeoutIntervalForRequest = TimeInterval(timeLimit.components.seconds + 60)
    self.connections = URLSession(
      configuration: configuration, delegate: SameOriginRedirects(),
      delegateQueue: nil)
  }

  // Not `invalidateAndCancel`, for the reason at `Transfer`.
  deinit { connections.finishTasksAndInvalidate() }

  /// The token that requests carry from now on. May be read and set from any thread.
  public internal(set) var token: Secret<String>? {
    get { session.token }
    set { session.token = newValue }
  }
}

/// A token behind a lock.
private final class Session: @unchecked Sendable {
  // Sendable, because the token is read and written with the lock held.
  private let lock = NSLock()
  private var current: Secret<String>?

  var token: Secret<String>? {
    get { lock.withLock { current } }
    set { lock.withLock { current = newValue } }
  }
}
