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
