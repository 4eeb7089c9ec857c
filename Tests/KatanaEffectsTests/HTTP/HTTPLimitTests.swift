import Foundation
@testable import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct HTTPLimitTests {
    private let web = Web()

    @Test func aServerThatNeverAnswersMeetsTheTimeLimit() async {
      let server = RawServer { _, connection in connection.waitForEnd() }
      defer { server.stop() }
      let run = web.run(Fetch(.get(server.url), Reply(WebMessage.answered)))
      _ = await server.next()
      web.clock.advance(by: .milliseconds(59_999))
      web.recorder.expectNoMore()
      web.clock.advance(by: .milliseconds(1))
      await web.recorder.expect(
        WebMessage.answered(.failure(.timeLimitReached(server.host, .seconds(60)))))
      await run.ended()
      #expect(web.clock.scheduledCount == 0)
    }

    @Test func theTimeLimitIsThatOfTheWholeWithItsRedirects() async {
      let server = RawServer { request, connection in
        if request.target == "/" { return connection.answer(302, headers: ["Location: /slow"]) }
        connection.waitForEnd()
      }
      defer { server.stop() }
      let request = HTTPRequest.get(server.url).limited(time: .milliseconds(1_900))
      let run = web.run(Fetch(request, Reply(WebMessage.answered)))
      _ = await server.next()
      web.clock.advance(by: .seconds(1))
      _ = await server.next()
      web.clock.advance(by: .milliseconds(900))
      await web.recorder.expect(
        WebMessage.answered(.failure(.timeLimitReached(server.host, .milliseconds(1_900)))))
      await run.ended()
    }

    /// The time without data is measured from the last piece, by the clock of the runtime.
    @Test func aDripIsNotSilentUntilItStops() async {
      let (drips, isOver) = (DispatchSemaphore(value: 0), Locked(false))
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
        while true {
          drips.wait()
          if isOver.withLock({ $0 }) || !connection.send("x") { return }
        }
      }
      defer {
        isOver.withLock { $0 = true }
        drips.signal()
        server.stop()
      }
      let request = HTTPRequest.get(server.url).limited(time: nil, silence: .seconds(10))
        .reporting(as: "drip")
      let watching = web.watchProgress(of: "drip")
      let run = web.run(Fetch(request, Reply(WebMessage.answered)))
      await web.recorder.expect(WebMessage.progressed(HTTPCounts(toReceive: 100)))
      for count in 1...5 {
        drips.signal()
        // The first counts are delayed. The later ones come nine seconds after the previous counts,
        // so they are sent at once.
        if count == 1 {
          await web.clock.waitUntilScheduled(2)
          web.clock.advance(by: .milliseconds(50))
        }
        await web.recorder.expect(
          WebMessage.progressed(HTTPCounts(received: count, toReceive: 100)))
        web.clock.advance(by: .seconds(9))
      }
      web.clock.advance(by: .milliseconds(999))
      #expect(web.clock.scheduledCount == 1)
      web.clock.advance(by: .milliseconds(1))
      var last = await web.recorder.next(as: WebMessage.self)
      while case .progressed? = last { last = await web.recorder.next(as: WebMessage.self) }
      guard case .answered(.failure(let error))? = last else {
        Issue.record("no failure")
        return
      }
      #expect(error.adding(nil) == .silenceLimitReached(server.host, .seconds(10)))
      #expect(error.response?.status == 200)
      await run.ended()
      watching.stop()
      await watching.ended()
      #expect(web.clock.scheduledCount == 0)
    }

    @Test func anAnswerThatSaysThatItIsTooLargeIsNotRead() async {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
        connection.waitForEnd()
      }
      defer { server.stop() }
      let request = HTTPRequest.get(server.url).limited(time: nil, size: 1_000)
      let error = await web.error(of: request)
      #expect(error?.adding(nil) == .tooLarge(server.host, limit: 1_000))
      #expect(error?.response?.headers["Content-Length"] == "1001")
    }

    @Test func anAnswerOfJustTheSizeLimitIsTaken() async throws {
      let body = String(repeating: "x", count: 1_000)
      let server = RawServer { _, connection in connection.answer(200, body) }
      defer { server.stop() }
      let request = HTTPRequest.get(server.url).limited(time: nil, size: 1_000)
      #expect(try await web.fetch(request)?.get().size == 1_000)
    }

    /// The body is endless, until the server notices that the connection is closed.
    @Test func anEndlessAnswerIsStoppedByTheSizeLimit() async {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        connection.send(Data(repeating: 120, count: 1_100_000))
        connection.waitForEnd()
        end.yield()
      }
      defer { server.stop() }
      let request = HTTPRequest.get(server.url).limited(time: nil, size: 1_000_000)
      let error = await web.error(of: request)
      #expect(error?.adding(nil) == .tooLarge(server.host, limit: 1_000_000))
      #expect(error?.response?.status == 200)
      _ = await first(of: ends)
    }

    @Test func theBeginningOfALargePageIsKept() async throws {
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let server = RawServer { request, connection in
        if request.target == "/short" { return connection.answer(200, "<title>Elm") }
        connection.send(
          "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\nX: y\r\n\r\n<title>Elm</title>")
        connection.send(Data(repeating: 120, count: 100_000))
        connection.waitForEnd()
        end.yield()
      }
      defer { server.stop() }
      let response = try #require(
        try await web.fetch(.get(server.url).keepingBeginning(10))?.get())
      #expect(response.text == "<title>Elm")
      #expect(response.isCut && response.size > 10 && response.status == 200)
      #expect(response.headers["X"] == "y")
      // The rest is not waited for: the connection is closed.
      _ = await first(of: ends)
      let short = try #require(
        try await web.fetch(.get(server.url + "/short").keepingBeginning(10))?.get())
      #expect(short.text == "<title>Elm")
      #expect(!short.isCut)
    }

    @Test func theTimeLimitSaysWhatHadBegunToCome() async {
      let transport = ManualTransport()
      let web = Web(transport)
      web.run(Fetch(.get("http://a.b/"), Reply(WebMessage.answered)))
      let started = await transport.next()
      started?.receive(.head(HTTPHead(status: 200, headers: ["Server": "slow"])))
      started?.receive(.body(Data("half".utf8)))
      web.clock.advance(by: .seconds(60))
      let response = HTTPResponse(
        status: 200, headers: ["Server": "slow"], url: "http://a.b/", size: 4)
      await web.recorder.expect(
        WebMessage.answered(
          .failure(.timeLimitReached("a.b", .seconds(60), received: response))))
    }

    @Test func aLimitOfSilenceMayBeAnyTime() async {
      let (transport, limit) = (ManualTransport(), Duration(attoseconds: .max))
      let web = Web(transport)
      web.clock.advance(by: .seconds(1))
      let request = HTTPRequest.get("http://a.b/").limited(time: nil, silence: limit)
      web.run(Fetch(request, Reply(WebMessage.answered)))
      let started = await transport.next()
      web.clock.advance(by: limit)
      await web.recorder.expect(
        WebMessage.answered(.failure(.silenceLimitReached("a.b", limit))))
      started?.receive(.ended(nil))
    }

    /// A file with the beginning of a page would look like a complete one.
    @Test func noFileHoldsOnlyTheBeginning() async {
      let server = RawServer { _, connection in connection.answer(200, "<title>Elm</title>") }
      defer { server.stop() }
      let folder = TemporaryFolder()
      let run = web.run(
        DownloadFile(
          .get(server.url).keepingBeginning(10), to: folder("a"), Reply(WebMessage.answered)))
      let message = await web.recorder.next(as: WebMessage.self)
      await run.ended()
      guard case .answered(.failure(let error))? = message else {
        Issue.record("no failure")
        return
      }
      #expect(error.adding(nil) == .tooLarge(server.host, limit: 10))
      #expect(folder.names.isEmpty)
    }

    @Test func theExplanationOfAnErrorIsCut() async {
      let server = RawServer { _, connection in
        connection.send("HTTP/1.1 500 Text\r\n\r\n")
        connection.send(Data(repeating: 120, count: 100_000))
        connection.waitForEnd()
      }
      defer { server.stop() }
      let path = NSTemporaryDirectory() + UUID().uuidString
      web.run(DownloadFile(.get(server.url), to: path, Reply(WebMessage.answered)))
      guard
        case .answered(.failure(.statusUnexpected(let response)))? = await web.recorder.next(
          as: WebMessage.self)
      else {
        Issue.record("no error with a response")
        return
      }
      #expect(response.status == 500)
      #expect(response.body.count == 64 << 10)
      #expect(response.isCut)
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// Whoever follows the advice of an error gets the answer.
    @Test func theAdviceAboutALimitHelps() async throws {
      let tries: [(advice: String, tight: HTTPRequest, wide: HTTPRequest)] = [
        (
          "try again, or change the limit with `limited(time:)`.",
          .get("http://a.b/").limited(time: .seconds(1)), .get("http://a.b/").limited(time: nil)
        ),
        (
          "try again, or change the limit with `limited(time:silence:)`.",
          .get("http://a.b/").limited(time: nil, silence: .seconds(1)),
          .get("http://a.b/").limited(time: nil, silence: .seconds(10))
        ),
        (
          "change the limit with `limited(time:silence:size:)`.",
          .get("http://a.b/").limited(time: nil, size: 3),
          .get("http://a.b/").limited(time: nil, silence: nil, size: 4)
        ),
      ]
      for (advice, tight, wide) in tries {
        for request in [tight, wide] {
          let transport = ManualTransport()
          let web = Web(transport)
          web.run(Fetch(request, Reply(WebMessage.answered)))
          let started = try #require(await transport.next())
          started.receive(.head(HTTPHead(status: 200, headers: [:])))
          web.clock.advance(by: .seconds(5))
          started.receive(.body(Data("four".utf8)))
          started.receive(.ended(nil))
          guard case .answered(let outcome)? = await web.recorder.next(as: WebMessage.self) else {
            return
          }
          #expect(outcome.error?.advice == (request == tight ? "To fix this, \(advice)" : nil))
        }
      }
    }
  }
}
