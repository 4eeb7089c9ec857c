import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct HTTPCancellationTests {
    private let web = Web()

    @Test func aCancelledRequestClosesItsConnectionAndSendsNothing() async {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome")
        connection.waitForEnd()
        end.yield()
      }
      defer { server.stop() }
      let run = web.run(Fetch(.get(server.url), Reply(WebMessage.answered)))
      _ = await server.next()
      run.cancel()
      _ = await first(of: ends)
      await run.ended()
      web.recorder.expectNoMore()
      #expect(run.lateMessages.isEmpty)
      #expect(web.clock.scheduledCount == 0)
    }

    @Test func aRequestThatIsCancelledAtOnceIsNeverSent() async throws {
      let server = RawServer { _, connection in connection.answer() }
      defer { server.stop() }
      // While the queue is suspended, no request begins.
      web.client.queue.suspend()
      let run = web.run(Fetch(.get("\(server.url)/first"), Reply(WebMessage.answered)))
      run.cancel()
      web.client.queue.resume()
      await run.ended()
      _ = try await web.fetch(.get("\(server.url)/second"))?.get()
      #expect(server.requests.map(\.target) == ["/second"])
      web.recorder.expectNoMore()
    }

  }
}
