import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

/// A request, and the error with which it is refused; `nil` if it is sent.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
  let name: String
  let request: HTTPRequest
  let error: HTTPError?

  init(_ name: String, _ request: HTTPRequest, _ error: HTTPError?) {
    (self.name, self.request, self.error) = (name, request, error)
  }

  var testDescription: String { name }
}

private struct NotEncodable: Encodable, Equatable {
  var number = Double.nan
}

extension RealEffects.TwinTests {
  private static let noAddress = "it is not an address"
  private static let address = "https://ä.b/ä?ü=1#x"
  private static let sentAddress = "https://xn--4ca.b/%C3%A4?%C3%BC=1"
  private static let noScheme = "it does not begin with https:// or http://"

  private static let addresses: [(String, reason: String)] = [
    ("", noScheme), ("/articles", noScheme), ("a.b", noScheme), ("//a.b/", noScheme),
    ("ftp://a.b/", noScheme), ("mailto:a@b", noScheme), ("https://", "it has no host"),
    ("https:///a", "it has no host"), ("https:a.b", "it has no host"),
    ("https://u@a.b/", "it holds a user name; send it in the header Authorization"),
    ("https://u:p@a.b/", "it holds a user name; send it in the header Authorization"),
    ("https://a.b:65536/", "its port is larger than 65535"), ("https://a b/", noAddress),
    ("https://a%20b/", noAddress), ("https://a\0b/", noAddress),
  ]

  private static let headers: [(name: String, text: String)] = [
    ("a\r\nX: 1", "x"), ("a b", "x"), ("", "x"), ("a:", "x"), ("a\0", "x"), ("é", "x"),
    ("X", "a\r\nX: 1"), ("X", "a\n"), ("X", "a\0"), ("X", "a\u{7F}"), ("Content-Length", "5"),
    ("transfer-encoding", "x"), ("Connection", "x"), ("TE", "x"), ("Upgrade", "x"),
  ]

  /// What is refused of an address and of headers, also for event streams and sockets.
  static let refusedHeads: [RefusedRequest] =
    addresses.map { url, reason in
      RefusedRequest(url.debugDescription, .get(url), .invalidURL(reason))
    }
    + headers.map { name, text in
      let request = HTTPRequest.get("https://a.b/", headers: [name: text])
      return RefusedRequest("\((name, text))", request, .invalidHeader(name))
    }
    + [RefusedRequest("sent", .get(address, headers: ["X": "é"]), nil)]

  private static let longName = String(repeating: "a", count: 256)
  private static let type = HTTPError.invalidHeader("Content-Type")

  /// What is refused of a method and a body.
  private static let methods = ["GET /evil HTTP/1.1\r\nX: 1", "G T", "", "GET\n", "G\0", "É"]

  private static let bodies: [(name: String, body: HTTPBody, error: HTTPError?)] =
    [
      ("bytes", HTTPBody.bytes(Data(), type: "a\nb"), type),
      ("file type", .file("f", type: "a\nb"), type),
      ("part", .multipart([HTTPPart("a", fileName: "b", type: "a\0", content: Data())]), type),
      (
        "JSON", .json(NotEncodable()),
        .unencodable(
          path: "number",
          reason: "Unable to encode Double.nan directly in JSON.")
      ),
      ("file", .file("f"), nil),
      ("missing file", .file("missing"), .fileUnreadable(.notFound(path: "missing"))),
      ("missing folder", .file("m/f"), .fileUnreadable(.notFound(path: "m/f"))),
      ("file as folder", .file("f/f"), .fileUnreadable(.notAFolder(path: "f/f"))),
      ("folder", .file("d"), .fileUnreadable(.notARegularFile(path: "d"))),
      ("no path", .file(""), .fileUnreadable(.invalidPath(path: ""))),
      ("NUL", .file("f\0"), .fileUnreadable(.invalidPath(path: "f\0"))),
      ("long name", .file(longName), .fileUnreadable(.invalidPath(path: longName))),
    ]

  static let refusedRequests: [RefusedRequest] =
    refusedHeads
    + methods.map { name in
      let request = HTTPRequest(HTTPMethod(name), "https://a.b/")
      return RefusedRequest("method \(name.debugDescription)", request, .invalidMethod(name))
    }
    + bodies.map { RefusedRequest($0.name, .post("https://a.b/", body: $0.body), $0.error) }

  /// The real interpreters and the stand-in, which have a file `f` and a folder `d`. In the names of files,
  /// the first one gets a folder before them.
  private func servers(
    _ folder: TemporaryFolder, files: VirtualFiles? = VirtualFiles(["f": "", "d/g": ""])
  ) -> [(name: String, interpreters: Interpreter)] {
    folder.write("", to: "f")
    folder.makeFolder("d")
    let prepare: @Sendable (HTTPRequest) -> HTTPRequest = { [path = folder.path] request in
      var request = request
      if case .file(let name, let type) = request.body, !name.isEmpty {
        request.body = .file("\(path)/\(name)", type: type)
      }
      return request
    }
    return twins(
      .http(transport: AnsweringTransport(), webSockets: OpeningSockets(), preparing: prepare),
      .http(VirtualServer(files: files) { _ in .status(200) }))
  }

  private func error(
    of command: some HTTPCommand, by server: Interpreter, _ folder: TemporaryFolder
  ) async -> HTTPError? {
    let recorder = RecordingDispatcher()
    recorder.run(server, command)
    guard case .answered(let result) = await recorder.next(as: WebMessage.self) else { return nil }
    guard case .fileUnreadable(let error)? = result.error else { return result.error }
    let path = error.path.replacing(folder.path + "/", with: "")
    return .fileUnreadable(error.naming(path))
  }

  @Test(arguments: refusedRequests)
  func serversRefuseTheSame(_ refused: RefusedRequest) async {
    let folder = TemporaryFolder()
    for (name, server) in servers(folder) {
      let fetch = Fetch(refused.request, Reply(WebMessage.answered))
      #expect(await error(of: fetch, by: server, folder) == refused.error, "\(name)")
      let download = DownloadFile(refused.request, to: folder("new"), Reply(WebMessage.answered))
      if refused.error == nil { continue }
      #expect(await error(of: download, by: server, folder) == refused.error, "\(name)")
    }
    #expect(!folder.names.contains("new"))
  }

  /// A stand-in without files has none.
  @Test func aServerWithoutFilesSendsNone() async {
    let server = Interpreter.http(VirtualServer { _ in .status(200) })
    let fetch = Fetch(.put("https://a.b/", body: .file("f")), Reply(WebMessage.answered))
    #expect(
      await error(of: fetch, by: server, TemporaryFolder())
        == .fileUnreadable(.notFound(path: "f")))
  }

  @Test(arguments: [
    ("", FileError.invalidPath(path: "")), ("a\0", .invalidPath(path: "a\0")),
    (longName, .invalidPath(path: longName)), (".", .notARegularFile(path: ".")),
  ])
  func downloadsRefuseTheSamePaths(_ path: String, error expected: FileError) async {
    let folder = TemporaryFolder()
    for files in [nil, VirtualFiles()] {
      for (name, server) in servers(folder, files: files) {
        let download = DownloadFile(.get("https://a.b/"), to: path, Reply(WebMessage.answered))
        #expect(
          await error(of: download, by: server, folder) == .fileUnwritable(expected), "\(name)")
      }
    }
  }

  @Test(arguments: refusedHeads)
  func streamsAndSocketsRefuseTheSame(_ refused: RefusedRequest) async throws {
    let folder = TemporaryFolder()
    for (name, server) in servers(folder) {
      var heard = try await first(.init(request: refused.request, protocols: nil), by: server)
      // The transport of the test answers without the type of an event stream.
      if refused.error == nil, heard.error != nil { heard.error = nil }
      #expect(heard.error == refused.error, "\(name)")
      let socket = Listening(request: refused.request, protocols: ["chat"])
      #expect(try await first(socket, by: server).error == refused.error, "\(name)")
    }
  }

  @Test(arguments: ["a b", "", "a\r\nX: 1"])
  func socketsRefuseTheSameProtocols(_ text: String) async throws {
    for (name, server) in servers(TemporaryFolder()) {
      let socket = Listening(request: .get("wss://a.b/"), protocols: ["chat", text])
      let error = HTTPError.invalidHeader("Sec-WebSocket-Protocol")
      #expect(try await first(socket, by: server).error == error, "\(name)")
    }
  }

  /// Returns what a stream or a socket leads to first.
  private func first(_ model: Listening, by server: Interpreter) async throws -> Listening {
    let runtime = try Runtime(
      Program(model: model, ListeningUpdater()), interpreters: [server])
    runtime.start()
    for await model in runtime.models where model.isHeard { break }
    await runtime.shutdown()
    return runtime.model
  }

  /// What `.http(preparing:)` completes, the stand-in completes too.
  @Test func serversCompleteRequestsInTheSameWay() async {
    let prepare: @Sendable (HTTPRequest) -> HTTPRequest = { request in
      var request = request
      request.url = "https://a.b\(request.url)"
      request.headers["Authorization"] = "token"
      return request
    }
    let server = VirtualServer { request in
      request.headers["Authorization"]?.revealed == "token" && request.path == "/articles"
        ? .status(200) : .status(401)
    }
    let pair = twins(
      .http(transport: AnsweringTransport(), preparing: prepare),
      .http(server, preparing: prepare))
    for (name, server) in pair {
      let fetch = Fetch(.get("/articles"), Reply(WebMessage.answered))
      #expect(await error(of: fetch, by: server, TemporaryFolder()) == nil, "\(name)")
    }
    #expect(server.requests.map(\.url) == ["https://a.b/articles"])
  }

  struct Page: Model, Equatable {
    var request: HTTPRequest
    var answer: Outcome<HTTPResponse, HTTPError>?
  }

  struct PageUpdater: TypedUpdater {
    func update(model: inout Page, message: WebMessage) -> [any Command] {
      if case .answered(let answer) = message { model.answer = answer }
      return []
    }
  }

  /// Without interpreters, the test itself is the server.
  @Test(arguments: refusedRequests)
  func aTestAnswersNoRequestThatIsNotSent(_ refused: RefusedRequest) {
    let app = AppTest(
      Program(
        model: Page(request: refused.request), PageUpdater(),
        commands: [Fetch(refused.request, Reply(WebMessage.answered))]))
    app.start(exhaustive: [])
    let method = refused.request.method
    let found = failures {
      app.respond(to: method, refused.request.path, .status(200), exhaustive: []) { page in
        let text = page.request.url.revealed
        let url = text == Self.address ? Self.sentAddress : text
        page.answer = .success(HTTPResponse(status: 200, url: url))
      }
    }
    let error: HTTPError? =
      switch refused.error {
      // Another part of the app may complete an address, and the files are not known.
      case .invalidURL(Self.noScheme)? where !refused.request.url.revealed.contains(":"): nil
      case .fileUnreadable?: nil
      case let error: error
      }
    guard let error else { return #expect(found.isEmpty, "\(found.map(\.text))") }
    #expect(
      found.first?.text == """
        The request \(method) \(refused.request.path) is never sent, so no server answers it.
          Error: \(error.text)
        To fix this, mend the request, or answer with `.failure` and this error.
        """)
    app.respond(to: method, refused.request.path, .failure(error), exhaustive: []) {
      $0.answer = .failure(error)
    }
    app.finish()
  }
}

/// A transport that opens each socket at once.
private final class OpeningSockets: WebSocketTransport {
  private final class Connection: WebSocketConnection {
    func send(_ content: WebSocketContent, _ sent: @escaping @Sendable (HTTPError?) -> Void) {}
    func ping() {}
    func close(code: Int) {}
  }

  func open(
    _ opening: WebSocketOpening, _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) -> any WebSocketConnection {
    receive(.opened(protocol: nil))
    return Connection()
  }
}

private struct Listening: Model, Equatable {
  var request: HTTPRequest
  /// The protocols of a socket; `nil` for an event stream.
  var protocols: [String]?
  var isHeard = false
  var error: HTTPError?
}

private enum ListeningMessage: Message {
  case streamed(ServerSentUpdate)
  case socket(WebSocketUpdate)
}

private struct ListeningUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout Listening, message: ListeningMessage) -> [any Command] {
    model.isHeard = true
    switch message {
    case .streamed(.ended(let error)): model.error = error
    case .socket(.ended(.failed(let error))): model.error = error
    default: break
    }
    return []
  }

  func subscriptions(model: Listening) -> [any Subscription] {
    if let protocols = model.protocols {
      return [
        WebSocketMessages(
          model.request, as: 1, protocols: protocols, reply { .socket($0) })
      ]
    }
    return [ServerSentEvents(model.request, reply { .streamed($0) })]
  }
}
