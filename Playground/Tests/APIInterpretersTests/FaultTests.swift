import API
import APIInterpreters
import ConduitBackend
import Foundation
import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaTesting
import Testing

@Suite struct FaultTests {
  @Test(arguments: [
    (Fault.Behavior.status(401), APIError.unauthorized([])),
    (.status(403), .forbidden([])),
    (.status(404), .notFound([])),
    (.status(404, body: "<html>"), .notFound([])),
    (
      .status(422, body: #"{"errors":{"tag":["is odd"]}}"#), .invalid([FieldError("tag", "is odd")])
    ),
    (.status(500), .serverFailed(status: 500)),
    (.status(418), .unexpected(status: 418)),
    (
      .status(409, body: #"{"errors":{"slug":["is taken"],"title":"is taken too"}}"#),
      .unexpected(
        status: 409, [FieldError("slug", "is taken"), FieldError("title", "is taken too")])
    ),
    (
      .status(400, body: #"{"errors":["a","b"]}"#),
      .unexpected(status: 400, [FieldError("", "a", "b")])
    ),
    (
      .status(429, body: #"{"message":"wait"}"#), .busy(status: 429, [FieldError("", "wait")])
    ),
    (.status(422, body: #"{"errors":"odd"}"#), .invalid([FieldError("", "odd")])),
    (.status(200, body: "{}"), .malformedAnswer(.missing(path: "tags"))),
    (.status(200, body: #"{"tags":[1]}"#), .malformedAnswer(.unexpected(path: "tags[0]"))),
    (.malformedJSON, .malformedAnswer(.notJSON)),
  ])
  func aFaultBecomesAnError(behavior: Fault.Behavior, error: APIError) async throws {
    try await withClient(faults: [Fault("/api/tags", behavior)]) { client in
      let heard = await perform(.tags, with: client)
      await heard.expect(Heard.tags(.failure(error)))
      heard.expectNoMore()
    }
  }

  @Test func aServerThatNeverAnswersIsGivenUpAtTheLimitOfTheRuntimesClock() async throws {
    try await withClient(faults: [Fault("/api/tags", .neverAnswer)]) { client in
      let clock = ManualClock()
      let recorder = RecordingDispatcher(clock: clock)
      let run = recorder.run(APIInterpreter(client: client), .tags)
      await clock.waitUntilScheduled()
      clock.advance(by: .seconds(10))
      await recorder.expect(Heard.tags(.failure(.timedOut(limit: .seconds(10)))))
      await run.ended()
      recorder.expectNoMore()
    }
  }

  @Test func aRedirectToAnotherServerIsNotFollowed() async throws {
    let other = try await BackendServer.start()
    let away = Fault("/api/tags", .redirect(to: other.url.appending(path: "api/tags")))
    try await withClient(faults: [away]) { client in
      logIn(client, token: Secret("t0k3n"))
      let heard = await perform(.tags, with: client)
      let target = other.url.appending(path: "api/tags").absoluteString
      await heard.expect(Heard.tags(.failure(.redirected(status: 302, to: target))))
      heard.expectNoMore()
    }
    await other.stop()
  }

  /// A cancellation in the moment of the answer: `URLSession.data(for:)` hangs there on Linux.
  @Test func requestsThatAreCancelledWhileTheyAreAnsweredEnd() async throws {
    try await withClient { client in
      for round in 0..<300 {
        let recorder = RecordingDispatcher(exhaustive: false)
        let run = recorder.run(APIInterpreter(client: client), .tags)
        for _ in 0..<(round % 60) * 40 { await Task.yield() }
        run.cancel()
        await run.ended()
      }
      // The session still works.
      let heard = await perform(.tags, with: client)
      #expect(heard.messages.count == 1)
    }
  }

  @Test func aServerThatIsGoneIsUnreachable() async throws {
    let backend = try await BackendServer.start()
    let client = APIClient(server: backend.url)
    await backend.stop()
    let heard = await perform(.tags, with: client)
    await heard.expect(
      Heard.tags(.failure(.unreachable(server: backend.url.absoluteString))))
    heard.expectNoMore()
  }

  @Test func aCancelledRequestSaysNothing() async throws {
    try await withClient(faults: [Fault("/api/tags", .neverAnswer)]) { client in
      let clock = ManualClock()
      let recorder = RecordingDispatcher(clock: clock)
      let run = recorder.run(APIInterpreter(client: client), .tags)
      await clock.waitUntilScheduled()
      run.cancel()
      await run.ended(throwing: CancellationError.self)
      recorder.expectNoMore()
      #expect(difference(run.lateMessages, []) == nil)
      #expect(clock.scheduledCount == 0)
    }
  }

  /// A transport that tells what a test says, at once.
  private struct Told: HTTPTransport {
    var events: [HTTPTransportEvent]

    func start(
      _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
    ) -> HTTPTransportTask {
      for event in events { receive(event) }
      return HTTPTransportTask {}
    }
  }

  private static let head = HTTPTransportEvent.head(HTTPHead(status: 200, headers: [:]))
  private static let begin = HTTPTransportEvent.body(Data(#"{"tags":"#.utf8))
  private static let end = HTTPTransportEvent.body(Data(#"["x"]}"#.utf8))
  private static let space = Data(repeating: UInt8(ascii: " "), count: 16 << 20)

  @Test(arguments: [
    (
      [.sent(0, of: nil), head, begin, end, .ended(nil)], Outcome<[String], APIError>.success(["x"])
    ),
    ([head, begin, .body(space), end, .ended(nil)], .failure(.tooLarge(limit: 16 << 20))),
    ([head, begin, .ended(.bodyCut("a"))], .failure(.interrupted())),
    ([.ended(.notHTTP("a"))], .failure(.interrupted(isHTTP: false))),
  ])
  func theTransportsEventsBecomeAnAnswer(
    events: [HTTPTransportEvent], result: Outcome<[String], APIError>
  ) async throws {
    let server = try #require(URL(string: "http://a"))
    let heard = await perform(
      .tags, with: APIClient(server: server, transport: Told(events: events)))
    await heard.expect(Heard.tags(result))
    heard.expectNoMore()
  }
}
