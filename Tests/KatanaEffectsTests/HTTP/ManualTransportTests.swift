import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  /// Events of a transport in orders that a test with a real server cannot force.
  @Suite struct ManualTransportTests {
    private let transport = ManualTransport()

    private func fetch(_ web: Web) -> RecordedRun {
      web.run(Fetch(.get("http://a.b/"), Reply(WebMessage.answered)))
    }

    @Test func aRedirectWhoseBodyGoesOnForEverIsEnded() async {
      let web = Web(transport)
      let run = fetch(web)
      let first = await transport.next()
      first?.receive(.head(HTTPHead(status: 302, headers: ["Location": "/next"])))
      first?.receive(.body(Data(count: HTTPTransferState.explanationLimit)))
      let second = await transport.next()
      #expect(second?.exchange.url.path() == "/next")
      if let first { for await _ in first.cancellation {} }
      second?.receive(.head(HTTPHead(status: 200, headers: [:])))
      second?.receive(.ended(nil))
      #expect(await web.recorder.next(as: WebMessage.self) != nil)
      await run.ended()
    }

    // MARK: Interpreters of the app

    @Test func anInterpreterOfTheAppGetsTheResponse() async throws {
      let clock = ManualClock()
      let client = HTTPClient(transport: transport) { request in
        var request = request
        request.url = "http://a.b\(request.url)"
        return request
      }
      async let response = client.response(to: .get("/x"), by: clock)
      let first = await transport.next()
      #expect(first?.exchange.url.absoluteString == "http://a.b/x")
      first?.receive(.head(HTTPHead(status: 301, headers: ["Location": "/y"])))
      first?.receive(.ended(nil))
      let second = await transport.next()
      second?.receive(.head(HTTPHead(status: 200, headers: [:])))
      second?.receive(.body(Data("ok".utf8)))
      second?.receive(.ended(nil))
      let received = try await response
      #expect(received.text == "ok")
      #expect(received.url == "http://a.b/y")
      #expect(clock.scheduledCount == 0)
    }

    @Test func itsLimitGoesByTheClock() async throws {
      let clock = ManualClock()
      let client = HTTPClient(transport: transport)
      let task = Task { try await client.response(to: .get("http://a.b/"), by: clock) }
      let first = await transport.next()
      clock.advance(by: .seconds(60))
      await #expect(throws: HTTPError.timeLimitReached("a.b", .seconds(60))) {
        try await task.value
      }
      if let first { for await _ in first.cancellation {} }
    }

    @Test func itsCancellationClosesTheConnection() async throws {
      let clock = ManualClock()
      let client = HTTPClient(transport: transport)
      let task = Task { try await client.response(to: .get("http://a.b/"), by: clock) }
      let first = await transport.next()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      if let first { for await _ in first.cancellation {} }
    }

    @Test func aServerWhoseIDsCannotBeSentIsAskedWithoutThem() async {
      let web = Web(transport)
      let listening = web.recorder.start(
        ServerSentEvents(.get("http://a.b/"), Reply(WebMessage.streamed))
      ) { ServerSentEventsInterpreter($0, $1, web.client) }
      let first = await transport.next()
      let head = HTTPHead(status: 200, headers: ["Content-Type": "text/event-stream"])
      first?.receive(.head(head))
      first?.receive(.body(Data("id: \u{1}\ndata: a\n\n".utf8)))
      first?.receive(.ended(nil))
      await web.recorder.expect(
        WebMessage.streamed(.opened),
        WebMessage.streamed(.event(ServerSentEvent(data: "a", lastID: "\u{1}"))),
        WebMessage.streamed(.interrupted(nil, retryIn: .seconds(1))))
      web.clock.advance(by: .seconds(1))
      let second = await transport.next()
      #expect(second?.exchange.headers["Last-Event-ID"] == nil)
      listening.stop()
      await listening.ended()
    }
  }
}
