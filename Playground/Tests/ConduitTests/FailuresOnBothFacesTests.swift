import API
import APIInterpreters
import Articles
import Authentication
import Comments
import ConduitScreen
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Synchronization
import Terminal
import Testing

@testable import ConduitApp

/// Each row of the page "Truthful failures", in lines and on the screen.
///
/// The tests run one at a time, so that no other one takes the port that nobody listens to.
@Suite(.serialized) struct FailuresOnBothFacesTests {
  /// A row: its two cells, and how it comes about. The page says `tags` for what reads and `publish` for
  /// what changes; here a list is read, and a comment is written, because both faces can do that.
  struct Row: Sendable, CustomTestStringConvertible {
    /// What happens to the request.
    enum Way: Sendable {
      case answered(@Sendable (RawConnection) -> Void)
      case silence, unusedPort, unencrypted
      case host(String)
      /// What only a network can cause is told by the transport.
      case failed(HTTPError)
    }

    let happened: String
    let line: String
    var isChange = false
    /// What stands in the line for the server of the page.
    var servers: [String: String] = [:]
    let way: Way

    init(
      _ happened: String, _ line: String, isChange: Bool = false,
      with servers: [String: String] = [:],
      _ way: Way
    ) {
      (self.happened, self.line, self.isChange) = (happened, line, isChange)
      (self.servers, self.way) = (servers, way)
    }

    var testDescription: String { happened }

    /// What a person reads, with each port as `PORT`.
    var said: [String] {
      let text = servers.reduce(line) { $0.replacing($1.key, with: $1.value) }
      return text.components(separatedBy: " · ")
    }
  }

  static let articles =
    #"{"title":"T","slug":"s","description":"","tagList":[],"favorited":false,"#
    + #""favoritesCount":0,"createdAt":"2026-01-01T00:00:00.000Z","author":{"username":"a","#
    + #""following":false}}"#

  static let rows: [Row] = [
    Row(
      "nobody listens at the port",
      "cannot reach http://localhost:3000; is the server running?",
      with: ["localhost:3000": "127.0.0.1:PORT"], .unusedPort),
    Row(
      "the name has no address",
      "cannot reach http://a.example; its name is not known; is it right, and are you online?",
      with: ["a.example": "nobody.invalid"], .host("http://nobody.invalid")),
    Row(
      "`https` to a port without encryption",
      "cannot reach https://a.example; no encrypted connection could be made; does it need http:// or another port?",
      with: ["a.example": "127.0.0.1:PORT"], .unencrypted),
    Row(
      "a certificate that is not trusted",
      "cannot reach https://a.example; its certificate is not trusted: …",
      with: ["https://a.example": "http://127.0.0.1:PORT", "…": "it has expired"],
      .failed(.certificateInvalid("a", reason: "it has expired"))),
    Row(
      "a proxy that does not pass it on",
      "cannot reach http://a.example; the proxy did not pass the request on: …",
      with: ["a.example": "127.0.0.1:PORT", "…": "no"], .failed(.proxyFailed("a", reason: "no"))),
    Row(
      "the connection breaks, after `tags`", "the connection broke", .answered { $0.shutDown() }),
    Row(
      "the same, after `publish`", "the connection broke; it may have been done", isChange: true,
      .answered { $0.shutDown() }),
    Row(
      "nothing comes for ten seconds, after `publish`",
      "the server did not answer within 10 seconds; it may have been done", isChange: true, .silence
    ),
    Row(
      "a page of a network that wants a login",
      "the server answered with a web page; does the network want you to log in?",
      .answered { $0.answer(200, "<html>", type: "text/html") }),
    Row(
      "a value of another type",
      "the server's answer could not be understood: articles[3].title has another form",
      .answered {
        let wrong = articles.replacing(#""title":"T""#, with: #""title":7"#)
        let list = "\(articles),\(articles),\(articles),\(wrong)"
        $0.answer(200, #"{"articles":[\#(list)],"articlesCount":4}"#, type: "application/json")
      }),
    Row(
      "a redirect",
      "the server redirects to https://b.example/x (status 307); if you trust it, use --server",
      .answered { $0.answer(307, "", headers: ["Location: https://b.example/x"]) }),
    Row(
      "429 or 503, with `Retry-After`",
      "the server is busy (status 503); try again in 30 seconds",
      .answered { $0.answer(503, "", headers: ["Retry-After: 30"]) }),
    Row(
      "401 within a session", "token is expired · the session has ended; log in again",
      isChange: true,
      .answered {
        $0.answer(401, #"{"errors":{"token":["is expired"]}}"#, type: "application/json")
      }),
    Row(
      "500 after `publish`",
      "the disk is full · the server failed (status 500); it may have been done", isChange: true,
      .answered { $0.answer(500, #"{"message":"the disk is full"}"#, type: "application/json") }),
  ]

  /// Says that a request has failed, without a network.
  private struct Failing: HTTPTransport {
    let error: HTTPError

    func start(
      _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
    ) -> HTTPTransportTask {
      receive(.ended(error))
      return HTTPTransportTask {}
    }
  }

  static let session = Session(username: "ada", email: "ada@b.c", token: Secret("t0k3n"))

  /// Runs a program with a server that behaves as the row says, and lets it do something.
  private func use<AppModel: Model>(
    _ row: Row, _ program: Program<AppModel>,
    _ print: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> AppModel {
    var greeting = ""
    if case .unencrypted = row.way { greeting = "HTTP/1.1 400 Bad Request\r\n\r\n" }
    let server = RawServer(greeting: greeting) { _, connection in
      if case .answered(let answer) = row.way {
        answer(connection)
      } else {
        connection.waitForEnd()
      }
    }
    defer { server.stop() }
    var (address, transport): (String, any HTTPTransport) = (server.url, URLSessionTransport.shared)
    switch row.way {
    case .answered, .silence: break
    case .unusedPort: address = "http://127.0.0.1:\(unusedPort())"
    case .unencrypted: address = "https://127.0.0.1:\(server.port)"
    case .host(let host): address = host
    case .failed(let error): transport = Failing(error: error)
    }
    let client = APIClient(server: try #require(URL(string: address)), transport: transport)
    let clock = ManualClock()
    let runtime = try Runtime(
      program,
      interpreters: [
        .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type }),
        .subscription(client.session),
      ] + devices(print), options: RuntimeOptions(clock: clock))
    runtime.start()
    let message: any Message =
      row.isChange
      ? CommentsMessage.publicationRequested(slug: "s", "fine")
      : ArticlesMessage.listRequested(ArticleFilter())
    if case .silence = row.way {
      async let end = runtime.settle(message)
      _ = await server.next()
      clock.advance(by: .seconds(10))
      _ = try await end
    } else {
      try await runtime.settle(message)
    }
    let model = runtime.model
    await runtime.shutdown()
    return model
  }

  private func masked(_ text: String) -> String {
    text.replacing(#/127\.0\.0\.1:[0-9]+/#, with: "127.0.0.1:PORT")
  }

  @Test(arguments: rows) func bothFacesSayWhatIsKnown(row: Row) async throws {
    let printed = Mutex("")
    var app = AppModel()
    app.authentication.session = Self.session
    _ = try await use(row, Program(model: app, appFeature)) { text in
      printed.withLock { $0 += text }
    }
    #expect(
      masked(printed.withLock { $0 }) == row.said.map { "error: \($0)\n" }.joined())

    let screen = ConduitScreenModel(
      authentication: AuthenticationModel(session: Self.session))
    let model = try await use(row, Program(model: screen, conduitScreenFeature))
    let text = row.said.joined(separator: "; ")
    #expect(masked("\(conduitView(model))").contains(#"text "\#(text)" danger"#))
  }

  @Test func thePageHasTheseRows() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../../Docs/truthful-failures.md")
    let text = try String(contentsOf: page.standardized, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
    #expect(rows.map(String.init) == Self.rows.map { "| \($0.happened) | \($0.line) |" })
  }
}
