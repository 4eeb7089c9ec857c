import FlyingFox
import FlyingSocks
public import Foundation

/// An in-memory server of the public RealWorld "Conduit" API, for demonstrations and tests.
///
/// It answers real HTTP on the loopback interface, starts with sample data (log in as
/// `demo@example.com` with `demo-password`) and forgets everything when it stops. Any number of
/// backends can run in one process, each on its own port and with its own data.
///
/// It is no model for a real server: passwords are stored as they are, and sessions never end.
///
/// ```swift
/// let backend = try await BackendServer.start()
/// let articles = backend.url.appending(path: "api/articles")
/// await backend.stop()
/// ```
///
/// - Important: Call ``stop()`` when you are done. A backend that is only released also stops, but
///   you cannot wait for its end.
public final class BackendServer: Sendable {
  /// The address of the server, such as `http://127.0.0.1:49152`; add paths such as `/api/tags`.
  public let url: URL

  /// The paths of the requests that a fault leaves without an answer, in the order of arrival.
  let unansweredPaths: AsyncStream<String>

  /// The task in which the server runs; it ends when the server has closed all connections.
  let serving: Task<Void, any Error>

  private let owner: StoreOwner

  private init(
    url: URL, owner: StoreOwner, unansweredPaths: AsyncStream<String>,
    serving: Task<Void, any Error>
  ) {
    self.url = url
    self.owner = owner
    self.unansweredPaths = unansweredPaths
    self.serving = serving
  }

  deinit { serving.cancel() }

  /// Starts a server on 127.0.0.1, on a free port that the system chooses.
  ///
  /// Returns when the server accepts connections.
  ///
  /// - Parameter faults: The deliberate wrong answers. The first fault with a matching path
  ///   applies.
  /// - Throws: An error of the socket layer if the port cannot be bound.
  public static func start(faults: [Fault] = []) async throws -> BackendServer {
    try await start(faults: faults, waiting: listeningURL)
  }

  /// Starts a server.
  ///
  /// - Parameter listeningURL: Waits until the server accepts connections, and returns its address.
  static func start(
    faults: [Fault] = [], waiting listeningURL: (HTTPServer) async throws -> URL
  ) async throws -> BackendServer {
    let owner = StoreOwner(try ConduitStore.sample())
    let (unansweredPaths, unanswered) = AsyncStream.makeStream(of: String.self)
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0),
      pool: NoDelaySocketPool(base: HTTPServer.defaultPool()),
      logger: .disabled,
      handler: ConduitHandler(owner: owner, faults: faults, unanswered: unanswered))
    let serving = Task {
      do {
        try await server.run()
      } catch {
        // A cancelled server may also fail with an error of its sockets.
        throw Task.isCancelled ? CancellationError() : error
      }
    }
    do {
      let url = try await listeningURL(server)
      return BackendServer(
        url: url, owner: owner, unansweredPaths: unansweredPaths, serving: serving)
    } catch {
      // If the server itself failed, its error names the cause; the one caught here says "timeout".
      serving.cancel()
      guard case .failure(let cause) = await serving.result, !(cause is CancellationError) else {
        throw error
      }
      throw cause
    }
  }

  /// Stops the server, closes its connections and returns when its task has ended.
  ///
  /// A request that has no answer yet fails at its client with a lost connection. Stopping twice is
  /// harmless.
  public func stop() async {
    // Cancelling ends the accept loop before the listening socket is closed. `HTTPServer.stop()`
    // closes it first, and another server of this process could be given its descriptor.
    serving.cancel()
    _ = await serving.result
  }

  /// Adds an article as another author would, without HTTP.
  ///
  /// The article is the newest one when this returns. An unknown author is registered first, with
  /// an account that does not allow a login.
  ///
  /// - Parameters:
  ///   - title: The title; the slug is made from it.
  ///   - description: What the article is about, in one line.
  ///   - body: The text.
  ///   - tags: The tags, in the order in which they are shown.
  ///   - author: The username of the author, such as `maren` of the sample data.
  /// - Returns: The slug of the new article.
  /// - Throws: An error that names the fields, if the title, description, body or author is blank.
  @discardableResult
  public func publish(
    title: String, description: String, body: String, tags: [String] = [], author: String
  ) async throws -> String {
    let article = NewArticle(title: title, description: description, body: body, tagList: tags)
    return try await owner.publish(article, author: author)
  }

  private static func listeningURL(of server: HTTPServer) async throws -> URL {
    try await server.waitUntilListening()
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let url = URL(string: "http://\(host):\(port)")
    else { throw URLError(.badURL) }
    return url
  }
}
