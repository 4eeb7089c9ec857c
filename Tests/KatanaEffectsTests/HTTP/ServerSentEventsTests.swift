import Foundation
@testable import KatanaEffects
import KatanaRuntime
@testable import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct ServerSentEventsTests {
    private let web = Web()
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    private func listen(_ url: String) -> RecordedSubscription<ServerSentEventsInterpreter> {
      web.recorder.start(
        ServerSentEvents(.get(url).limited(time: .seconds(60)), Reply(WebMessage.streamed))
      ) {
        ServerSentEventsInterpreter($0, $1, web.client)
      }
    }

    private func expect(_ updates: ServerSentUpdate...) async {
      for update in updates { await web.recorder.expect(WebMessage.streamed(update)) }
    }

    @Test func itConnectsAgainAndSaysWhichEventWasTheLast() async {
      let server = RawServer { request, connection in
        let last = request["Last-Event-ID"]
        connection.send(Self.head)
        if last == nil {
          connection.send("retry: 500\nid: 7\ndata: first\n\n")
          connection.shutDown()
        } else {
          connection.send("event: again\ndata: after \(last ?? "")\n\n")
          connection.waitForEnd()
        }
      }
      defer { server.stop() }
      let listening = listen(server.url)
      await expect(
        .opened, .event(ServerSentEvent(data: "first", lastID: "7")),
        .interrupted(nil, retryIn: .milliseconds(500)))
      #expect(web.clock.scheduledTimes == [.milliseconds(500)])
      web.clock.advance(by: .milliseconds(500))
      await expect(
        .opened, .event(ServerSentEvent(name: "again", data: "after 7", lastID: "7")))
      // The time limit ends when the headers have come.
      #expect(web.clock.scheduledCount == 0)
      listening.stop()
      await listening.ended()
      web.recorder.expectNoMore()
      #expect(server.requests.map { $0["Accept"] } == ["text/event-stream", "text/event-stream"])
    }

    @Test func stoppingClosesTheConnection() async {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let server = RawServer { _, connection in
        connection.send(Self.head)
        connection.waitForEnd()
        end.yield()
      }
      defer { server.stop() }
      let listening = listen(server.url)
      _ = await server.next()
      listening.stop()
      _ = await first(of: ends)
      await listening.ended()
      #expect(web.clock.scheduledCount == 0)
    }

    @Test func aServerThatSaysSoIsNotAskedAgain() async {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 204 No Content\r\n\r\n")
      }
      defer { server.stop() }
      let listening = listen(server.url)
      await expect(.ended(nil))
      #expect(web.clock.scheduledCount == 0)
      listening.stop()
      await listening.ended()
    }

    @Test func anAnswerOfAnotherTypeIsTheEnd() async {
      let server = RawServer { _, connection in connection.answer(200, "hello") }
      defer { server.stop() }
      let listening = listen(server.url)
      await expect(.ended(.typeUnexpected(server.host, type: "text/plain")))
      listening.stop()
      await listening.ended()
    }

    @Test func aServerThatIsNotThereIsTriedAgainLaterAndLater() async {
      let port = unusedPort()
      let listening = listen("http://127.0.0.1:\(port)")
      let error = HTTPError.connectionRefused("127.0.0.1:\(port)")
      for seconds in [1, 2, 4] {
        await expect(.interrupted(error, retryIn: .seconds(seconds)))
        web.clock.advance(by: .seconds(seconds))
      }
      listening.stop()
      await listening.ended()
    }

    @Test func anEventThatNeverEndsIsTooLarge() async {
      let server = RawServer { _, connection in
        connection.send(Self.head)
        connection.send("data: " + String(repeating: "x", count: 2_000))
        connection.waitForEnd()
      }
      defer { server.stop() }
      let request = HTTPRequest.get(server.url).limited(time: nil, size: 1_000)
      let listening = web.recorder.start(ServerSentEvents(request, Reply(WebMessage.streamed))) {
        ServerSentEventsInterpreter($0, $1, web.client)
      }
      await expect(.opened)
      guard
        case .streamed(.ended(let error))? = await web.recorder.next(as: WebMessage.self)
      else {
        Issue.record("the stream did not end")
        return
      }
      #expect(error?.adding(nil) == .tooLarge(server.host, limit: 1_000))
      listening.stop()
      await listening.ended()
    }
  }
}
