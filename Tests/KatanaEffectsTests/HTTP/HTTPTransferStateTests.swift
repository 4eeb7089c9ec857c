import Foundation
import KatanaEffects
import Testing

@testable import KatanaEffectInterpreters

extension RealEffects {
  @Suite struct HTTPTransferStateTests {
    private func state(
      _ request: HTTPRequest = .get("http://a.b/"), limit: Int? = 10
    ) throws -> HTTPTransferState {
      HTTPTransferState(request, try HTTPExchange(request, boundary: ""), limit: limit)
    }

    private let ok = HTTPHead(status: 200, headers: [:], length: nil)

    @Test func anAnswerThatIsAcceptedSucceeds() throws {
      var state = try state()
      #expect(state.received(ok) == nil)
      #expect(state.use == .deliver)
      #expect(state.received(10) == nil)
      #expect(state.ended(nil) == .succeed(ok))
    }

    /// Whatever a transport says of the end, the answer says how long its body is.
    @Test func anAnswerIsCompleteIfItHasAllThatItSays() throws {
      let part = HTTPHead(status: 206, headers: ["Content-Range": "bytes 2-5/9"])
      let encoded = HTTPHead(status: 200, headers: ["Content-Encoding": "gzip"], length: 4)
      let chunked = HTTPHead(status: 200, headers: ["Transfer-Encoding": "chunked"], length: 4)
      for (head, count, error) in [
        (HTTPHead(status: 200, headers: [:], length: 4), 3, HTTPError.bodyCut("a.b")),
        (part, 3, .bodyCut("a.b")), (part, 4, nil), (encoded, 9, nil), (encoded, 2, nil),
        (chunked, 2, nil), (chunked, 9, nil),
      ] {
        var state = try state()
        #expect(state.received(head) == nil)
        #expect(state.received(count) == nil)
        #expect(state.ended(nil) == (error.map { .fail($0) } ?? .succeed(head)))
      }
      var more = try state()
      #expect(more.received(part) == nil)
      #expect(more.received(5) == .partUnexpected("a.b"))
      for range in ["bytes 2-1/9", "bytes */9", "bytes 0-\(Int.max)/9", "lines 1-2/3", "bytes 1-2"]
      {
        var state = try state()
        let head = HTTPHead(status: 206, headers: ["Content-Range": range])
        #expect(state.received(head) == nil)
        #expect(state.ended(nil) == .succeed(head))
      }
    }

    @Test func anAnswerWithoutContentHasNoBytes() throws {
      for (method, status) in [(HTTPMethod.get, 204), (.head, 200)] {
        var state = try state(HTTPRequest(method, "http://a.b/"))
        let head = HTTPHead(status: status, headers: [:], length: 5)
        #expect(state.received(head) == nil)
        #expect(state.received(20) == nil)
        #expect(state.counts == HTTPCounts())
        #expect(state.ended(.bodyCut("a.b")) == .succeed(head))
      }
    }

    @Test func aByteTooManyFails() throws {
      var state = try state()
      _ = state.received(ok)
      #expect(state.received(6) == nil)
      #expect(state.received(5) == .tooLarge("a.b", limit: 10))
    }

    @Test func aLengthThatIsTooLargeFailsAtOnceButNotOfAnAnswerWithoutBody() throws {
      let long = HTTPHead(status: 200, headers: [:], length: 11)
      var get = try state()
      #expect(get.received(long) == .tooLarge("a.b", limit: 10))
      var head = try state(HTTPRequest(.head, "http://a.b/"))
      #expect(head.received(long) == nil)
      var unlimited = try state(limit: nil)
      #expect(unlimited.received(long) == nil)
    }

    @Test func theLengthOfAnEncodedBodyIsNotThatOfItsBytes() throws {
      let encoded = HTTPHead(status: 200, headers: ["content-encoding": "gzip"], length: 11)
      var state = try state()
      #expect(state.received(encoded) == nil)
      #expect(state.counts.toReceive == nil)
      let plain = HTTPHead(status: 200, headers: ["Content-Encoding": "identity"], length: 9)
      #expect(state.received(plain) == nil)
      #expect(state.counts.toReceive == 9)
    }

    @Test func aConnectionThatIsLostWithinTheBodyCutsIt() throws {
      var state = try state()
      _ = state.received(ok)
      #expect(state.ended(.connectionLost("a.b")) == .fail(.bodyCut("a.b")))
    }

    @Test func anExplanationHasEnoughAtItsLimitAndSurvivesACut() throws {
      var state = try state()
      let head = HTTPHead(status: 500, headers: [:])
      #expect(state.received(head) == nil)
      #expect(state.use == .explain)
      #expect(state.received(HTTPTransferState.explanationLimit - 1) == nil)
      #expect(!state.hasEnough)
      #expect(state.received(2) == nil)
      #expect(state.hasEnough)
      #expect(state.ended(.bodyCut("a.b")) == .succeed(head))
    }

    @Test func aRedirectIsFollowedWhenItsAnswerIsOver() throws {
      var state = try state()
      let head = HTTPHead(status: 302, headers: ["Location": "/next"])
      #expect(state.received(head) == nil)
      #expect(state.use == .ignore)
      #expect(state.received(1_000) == nil)
      guard case .follow(let next) = state.ended(nil) else {
        Issue.record("not followed")
        return
      }
      #expect(next.url.absoluteString == "http://a.b/next")
      #expect(state.ended(.connectionLost("a.b")) == .fail(.connectionLost("a.b")))
    }

    @Test func anEndWithoutAnAnswerIsALostConnection() throws {
      var state = try state()
      #expect(state.ended(nil) == .fail(.connectionLost("a.b")))
    }

    @Test func anotherPortOrSchemeIsAnotherOrigin() throws {
      func origin(_ text: String) throws -> Origin { Origin(try #require(URL(string: text))) }
      #expect(try origin("http://a.b") == origin("HTTP://A.B:80/c"))
      #expect(try origin("https://a.b") == origin("https://a.b:443"))
      #expect(try origin("http://a.b") != origin("https://a.b"))
      #expect(try origin("http://a.b") != origin("http://a.b:8080"))
      #expect(try origin("http://a.b") != origin("http://c.a.b"))
    }
  }
}

extension RealEffects {
  /// The transport alone, with exchanges that no client has checked before.
  @Suite struct URLSessionTransportTests {
    private func events(_ exchange: HTTPExchange) async -> [String] {
      let (stream, events) = AsyncStream.makeStream(of: String.self)
      let task = URLSessionTransport.shared.start(exchange) { event in
        switch event {
        case .sent(let count, let total): events.yield("sent \(count) of \(total ?? -1)")
        case .head(let head): events.yield("head \(head.status)")
        case .body(let data): events.yield("body \(data.count)")
        case .ended(let error):
          events.yield("ended \(error.map { "\($0)" } ?? "")")
          events.finish()
        }
      }
      var all: [String] = []
      for await event in stream { all.append(event) }
      task.cancel()
      return all
    }

    @Test func eventsComeInTheirOrder() async throws {
      let server = RawServer { _, connection in connection.answer(200, "hello") }
      defer { server.stop() }
      let url = try #require(URL(string: server.url))
      let all = await events(HTTPExchange(.post, url, body: .bytes(Data("abc".utf8))))
      #expect(all == ["sent 3 of 3", "head 200", "body 5", "ended "])
    }

    @Test func aFileThatIsGoneMeanwhileEndsTheExchange() async throws {
      let server = RawServer { _, connection in connection.answer(200, "hello") }
      defer { server.stop() }
      let url = try #require(URL(string: server.url))
      let all = await events(HTTPExchange(.put, url, body: .file("/nowhere/at/all")))
      #expect(all.count == 1 && all[0].hasPrefix("ended The request to"), "\(all)")
    }
  }
}
