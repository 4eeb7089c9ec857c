import ConduitServer
import ConduitServerInterpreters
import FlyingFox
import FlyingSocks
public import Foundation
import Katana

/// The server of conduit behind a socket, for tests: of the client with real HTTP, and with faults.
///
/// It answers on the loopback interface, starts with sample data (log in as `demo@example.com` with
/// `demo-password`) and forgets everything when it stops. Any number of backends can run in one
/// process, each on its own port and with its own data.
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

  private let server: Server

  private init(
    url: URL, server: Server, unansweredPaths: AsyncStream<String>,
    serving: Task<Void, any Error>
  ) {
    self.url = url
    self.server = server
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
    let conduit = try Server()
    let (unansweredPaths, unanswered) = AsyncStream.makeStream(of: String.self)
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0),
      pool: NoDelaySocketPool(base: HTTPServer.defaultPool()),
      logger: .disabled,
      handler: ConduitHandler(server: conduit, faults: faults, unanswered: unanswered))
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
        url: url, server: conduit, unansweredPaths: unansweredPaths, serving: serving)
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
    await server.stop()
  }

  /// Publishes an article as one of the sample users, without HTTP.
  ///
  /// The article is the newest one when this returns.
  ///
  /// - Parameters:
  ///   - title: The title; the name in its address is made from it.
  ///   - description: What the article is about, in one line.
  ///   - body: The text.
  ///   - author: The username of the author, such as `maren`.
  /// - Throws: `URLError` if the server refuses it.
  public func publish(
    title: String, description: String, body: String, author: String
  ) async throws {
    let user = ["email": "\(author)@example.com", "password": "\(author)-password"]
    let session = try await post("/api/users/login", ["user": user])
    let token = try JSONDecoder().decode(LoggedIn.self, from: session).user.token
    let article = ["title": title, "description": description, "body": body]
    _ = try await post("/api/articles", ["article": article], token: token)
  }

  private struct LoggedIn: Decodable {
    struct User: Decodable { var token: String }
    var user: User
  }

  private func post(
    _ path: String, _ body: [String: [String: String]], token: String? = nil
  ) async throws -> Data {
    let data = try JSONEncoder().encode(body)
    let head = RequestHead("POST", path, authorization: token.map { Secret("Token \($0)") })
    let answer = await server.answer(head) { data }
    guard 200..<300 ~= answer.status else { throw URLError(.badServerResponse) }
    return answer.body
  }

  private static func listeningURL(of server: HTTPServer) async throws -> URL {
    // The usual five seconds are too few while hundreds of tests run on two cores.
    try await server.waitUntilListening(timeout: 600)
    guard case .ip4(let host, let port) = await server.listeningAddress,
      let url = URL(string: "http://\(host):\(port)")
    else { throw URLError(.badURL) }
    return url
  }
}
