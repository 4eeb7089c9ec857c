import API
import APIInterpreters
import ConduitLines
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Terminal
import Testing

/// What a person reads when the server misbehaves. Each request is sent once.
///
/// The tests run one at a time, so that no other one takes the port that nobody listens to.
@Suite(.serialized) struct MisbehaviorTests {
  struct Published: Decodable, Equatable { var slug: String }

  enum Answered: Message, Equatable {
    case tags(Outcome<[String], APIError>)
    case published(Outcome<Published, APIError>)

    var lines: [String] {
      switch self {
      case .tags(.failure(let error)), .published(.failure(let error)):
        Output.failure(error).lines(in: .plain)
      case .tags(.success), .published(.success): ["done"]
      }
    }
  }

  static let tags = APICommand<[String]>(
    .get("tags"), in: "tags", Reply(Answered.tags))
  static let publish = APICommand<Published>(
    .post("articles", body: ["article": ["title": "T"]]), in: "article", Reply(Answered.published))
  static let favorite = APICommand<Published>(
    .post("articles", "a", "favorite"), in: "article", Reply(Answered.published))
  static let delete = APICommand<Published>(
    .delete("articles", "a"), in: "article", Reply(Answered.published))

  /// Performs a request, and returns what a person reads, with each port as `PORT`.
  private func lines(
    after command: any APIRequest, to address: String, isLoggedIn: Bool,
    whileSending advance: (ManualClock) async -> Void = { _ in }
  ) async throws -> [String] {
    let client = APIClient(server: try #require(URL(string: address)), transport: testedTransport)
    if isLoggedIn {
      _ = RecordingDispatcher().start(
        .subscription(client.session), APISession(token: Secret("t0k3n")))
    }
    let clock = ManualClock()
    let recorder = RecordingDispatcher(clock: clock)
    let run = recorder.run(APIInterpreter(client: client), command)
    await advance(clock)
    await run.ended()
    let answer = try #require(await recorder.next(as: Answered.self))
    return answer.lines.map { $0.replacing(#/:[0-9]{4,5}\b/#, with: ":PORT") }
  }

  private func check(_ way: Misbehavior, _ command: any APIRequest, _ expected: [String])
    async throws
  {
    let server = RawServer(greeting: way.greeting) { _, connection in way.answer(connection) }
    defer { server.stop() }
    let address =
      switch way.address {
      case .server: server.url
      case .encrypted: "https://127.0.0.1:\(server.port)"
      case .unusedPort: "http://127.0.0.1:\(unusedPort())"
      case .host(let address): address
      }
    let lines = try await lines(
      after: command, to: address, isLoggedIn: command.call.method != .get
    ) {
      guard way.takesTooLong else { return }
      _ = await server.next()
      $0.advance(by: .seconds(10))
    }
    #expect(lines == expected)
    let isSent = if case .server = way.address { true } else { false }
    #expect(server.requests.count == (isSent ? 1 : 0))
  }

  static let ways = Misbehavior.all.filter {
    !($0.isFatalOnURLSession && testedTransport is URLSessionTransport)
  }

  @Test(arguments: ways) func aPersonReadsWhatIsKnown(way: Misbehavior) async throws {
    try await check(way, Self.tags, way.reading)
    try await check(way, Self.publish, way.publishing)
  }

  /// libcurl would send a request again if the connection was open already, even one that changes
  /// something.
  @Test(arguments: [publish, favorite, delete], [false, true])
  func aChangeIsNotSentTwice(command: APICommand<Published>, isReset: Bool) async throws {
    let server = RawServer { request, connection in
      if request.target == "/api/tags" {
        connection.answer(200, #"{"tags":[]}"#)
      } else {
        isReset ? connection.reset() : connection.shutDown()
      }
    }
    defer { server.stop() }
    let first = try await lines(after: Self.tags, to: server.url, isLoggedIn: true)
    #expect(first == ["done"])
    let lines = try await lines(after: command, to: server.url, isLoggedIn: true)
    #expect(lines == ["error: the connection broke; it may have been done"])
    #expect(server.requests.map(\.method) == ["GET", command.call.method.name])
  }

  @Test func noTokenTravelsWithARedirect() async throws {
    let other = RawServer { _, connection in connection.answer(200, #"{"tags":[]}"#) }
    defer { other.stop() }
    let server = RawServer { _, connection in
      connection.answer(307, "", headers: ["Location: \(other.url)/api/articles"])
    }
    defer { server.stop() }
    let lines = try await lines(after: Self.publish, to: server.url, isLoggedIn: true)
    #expect(
      lines == [
        "error: the server redirects to http://127.0.0.1:PORT/api/articles (status 307); if you "
          + "trust it, use --server"
      ])
    #expect(other.requests.isEmpty && server.requests.count == 1)
  }

  /// A session that is refused ends, and the person reads why.
  @Test func theReasonOfA401IsShown() async throws {
    let server = RawServer { _, connection in
      connection.answer(401, #"{"errors":{"token":["is expired"]}}"#)
    }
    defer { server.stop() }
    let client = APIClient(
      server: try #require(URL(string: server.url)), transport: testedTransport)
    _ = RecordingDispatcher().start(
      .subscription(client.session), APISession(token: Secret("t0k3n")))
    let recorder = RecordingDispatcher()
    await recorder.run(APIInterpreter(client: client), Self.publish).ended()
    await recorder.expect(
      SessionExpired(token: Secret("t0k3n")),
      Answered.published(.failure(.sessionExpired([FieldError("token", "is expired")]))))
    let nobody = try await lines(after: Self.tags, to: server.url, isLoggedIn: false)
    #expect(nobody == ["error: token is expired"])
  }
}

extension Misbehavior {
  /// A server that does not encrypt says so when it is asked to.
  fileprivate var greeting: String {
    if case .encrypted = address { "HTTP/1.1 400 Bad Request\r\n\r\n" } else { "" }
  }
}
