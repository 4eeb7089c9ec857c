import Foundation
import Katana
@testable import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

/// A text that is escaped in a URL, and its forms there.
private let token = "s3cr3t/+ ü="
private let forms = [token, "s3cr3t%2F%2B%20%C3%BC%3D", "s3cr3t"]

/// Returns all texts that show a value, and what a recording keeps of it.
private func shown(_ value: some Encodable) throws -> [String] {
  let encoder = JSONEncoder()
  encoder.userInfo[.secrets] = SecretEncoding.masked
  var dumped = ""
  dump(value, to: &dumped)
  return [
    "\(value)", String(reflecting: value), dumped,
    String(decoding: try encoder.encode(value), as: UTF8.self),
  ]
}

private func expectNoSecret(in texts: [String], _ place: SourceLocation = #_sourceLocation) {
  for text in texts {
    #expect(!forms.contains { text.contains($0) }, "\(text)", sourceLocation: place)
  }
}

extension RealEffects {
  @Suite struct HTTPSecretsTests {
    private let transport = ManualTransport()
    private let request = HTTPRequest.get(
      "http://a.b/c?d=e", query: ["token": Secret(token)]
    ).limited(time: .seconds(60), silence: .seconds(10), size: 5)

    private typealias Answer =
      @Sendable (ManualTransport.Started, ManualClock) async -> Void

    private static let ok = HTTPTransportEvent.head(HTTPHead(status: 200, headers: [:]))

    /// What an outcome can hold, by a name.
    private static let answers: [String: Answer] = [
      "success": { started, _ in
        started.receive(ok)
        started.receive(.ended(nil))
      },
      "status": { started, _ in
        started.receive(.head(HTTPHead(status: 500, headers: [:])))
        started.receive(.ended(nil))
      },
      "size": { started, _ in
        started.receive(ok)
        started.receive(.body(Data(count: 6)))
      },
      "cut": { started, _ in
        started.receive(ok)
        started.receive(.ended(.bodyCut("a.b")))
      },
      "time": { started, clock in
        started.receive(ok)
        started.receive(.sent(1, of: 1))
        clock.advance(by: .seconds(9))
        started.receive(.sent(1, of: 1))
        clock.advance(by: .seconds(51))
      },
      "silence": { started, clock in
        started.receive(ok)
        clock.advance(by: .seconds(10))
      },
      "system": { started, _ in
        let reason = "cannot open \(started.exchange.url.absoluteString)"
        started.receive(.ended(.transportFailed("a.b", code: 1, reason: reason)))
      },
    ]

    @Test(arguments: answers.keys.sorted())
    func noOutcomeShowsTheSecretOfAnAddress(_ name: String) async throws {
      let web = Web(transport)
      let run = web.run(Fetch(request, Reply(WebMessage.answered)))
      let started = try #require(await transport.next())
      #expect(
        started.exchange.url.absoluteString
          == "http://a.b/c?d=e&token=s3cr3t%2F%2B%20%C3%BC%3D")
      await Self.answers[name]?(started, web.clock)
      guard case .answered(let outcome)? = await web.recorder.next(as: WebMessage.self) else {
        return
      }
      switch outcome {
      case .success(let response): expectNoSecret(in: try shown(response))
      case .failure(let error): expectNoSecret(in: try shown(error))
      }
      let url = (try? outcome.get())?.url ?? outcome.error?.response?.url
      if name != "system" { #expect(url == "http://a.b/c?d=e&token=•••") }
      await run.ended()
    }

    /// A server may escape what it repeats in another way.
    @Test(arguments: [
      ("/e?x=1&again=s3cr3t/%2b%20%c3%bc=&y=2", "http://a.b/e?x=1&again=•••&y=2"),
      ("/e?s3cr3t%2F%2B%20ü%3D", "http://a.b/e?•••"), ("/e/s3cr3t%2f+%20ü%3d", "http://a.b/•••"),
      ("/e?s3cr3t%2F%2B+%C3%BC%3D=1&a", "http://a.b/e?•••&a"),
      (
        "//c.d/e?back=%2Fc%3Ftoken%3Ds3cr3t%2F%2B%20%C3%BC%3D",
        "http://c.d/e?back=%2Fc%3Ftoken%3D•••"
      ),
      ("/e?token=other", "http://a.b/e?token=other"),
    ])
    func noRedirectShowsTheSecretOfAnAddress(_ target: String, _ url: String) async throws {
      let web = Web(transport)
      let run = web.run(Fetch(request, Reply(WebMessage.answered)))
      let first = try #require(await transport.next())
      let repeated = HTTPFields([
        HTTPField("Location", .plain(target))
      ])
      first.receive(.head(HTTPHead(status: 302, headers: repeated)))
      first.receive(.ended(nil))
      let second = try #require(await transport.next())
      second.receive(.head(HTTPHead(status: 200, headers: repeated)))
      second.receive(.ended(nil))
      guard case .answered(let outcome)? = await web.recorder.next(as: WebMessage.self) else {
        return
      }
      let response = try outcome.get()
      #expect(response.url == url)
      #expect(response.headers["Location"]?.revealed == repeated["Location"]?.revealed)
      expectNoSecret(in: try shown(response))
      await run.ended()
    }

    /// An address such as that of a webhook.
    @Test(arguments: ["/services/s3cr3t%20?key=s3cr3t", "?key=s3cr3t/"])
    func anAddressMayBeASecret(_ path: String) async throws {
      let hook = "http://a.b\(path)"
      let request = HTTPRequest.post(Secret(hook))
      expectNoSecret(in: ["\(request)", String(reflecting: request)])
      let web = Web(transport)
      for reason in ["no \(hook)", "no \(path)", nil] {
        let run = web.run(Fetch(request, Reply(WebMessage.answered)))
        let started = try #require(await transport.next())
        #expect(started.exchange.url.absoluteString == hook)
        if reason == nil { started.receive(Self.ok) }
        let error = reason.map { HTTPError.transportFailed("a.b", code: 1, reason: $0) }
        started.receive(.ended(error))
        guard case .answered(let outcome)? = await web.recorder.next(as: WebMessage.self) else {
          return
        }
        switch outcome {
        case .success(let response): #expect(response.url == "http://a.b/•••")
        case .failure(let error): expectNoSecret(in: try shown(error))
        }
        await run.ended()
      }
    }

    /// A short secret hides more than it must, but not the host.
    @Test func theHostOfAnAddressIsShown() async throws {
      let web = Web(transport)
      let run = web.run(
        Fetch(.get("http://a.b/c/?d", query: ["a": Secret("b")]), Reply(WebMessage.answered)))
      let started = try #require(await transport.next())
      started.receive(Self.ok)
      started.receive(.ended(nil))
      guard case .answered(let outcome)? = await web.recorder.next(as: WebMessage.self) else {
        return
      }
      #expect(try outcome.get().url == "http://a.b/c/?d&a=•••")
      await run.ended()
    }

    @Test func aTextWithASecretInItIsASecret() {
      let text: HTTPText = "Bearer \(Secret(token)) \(7)"
      #expect(text == .secret("Bearer \(token) 7"))
      let (plain, whole): (HTTPText, HTTPText) = ("a \("b") \(HTTPText.plain("c"))", "d \(text)")
      #expect(plain == .plain("a b c"))
      #expect(whole == .secret("d Bearer \(token) 7"))
      let headers: HTTPFields = ["A": .secret("a"), "B": Secret("b"), "C": text]
      #expect(headers.fields.map(\.value) == [.secret("a"), .secret("b"), text])
    }

    @Test func noBodyShowsItsSecrets() throws {
      let bodies: [HTTPBody] = [
        .secret(Secret(Data(token.utf8))), .form(["a": .secret(token)]),
        .multipart([HTTPPart("a", "b"), HTTPPart("c", Secret(token))]), .json(Secret(token)),
      ]
      for body in bodies {
        let request = HTTPRequest.post("http://a.b", query: ["a": Secret(token)], body: body)
        let exchange = try HTTPExchange(request, boundary: "B")
        guard case .bytes(let sent) = exchange.body else { return }
        #expect(forms.contains { String(decoding: sent, as: UTF8.self).contains($0) })
        for value: Any in [request, exchange] {
          var dumped = ""
          dump(value, to: &dumped)
          expectNoSecret(in: ["\(value)", String(reflecting: value), dumped])
          // The bytes of short data are dumped as numbers.
          let numbers = dumped.filter { !$0.isWhitespace }
          #expect(!numbers.contains(token.utf8.prefix(6).map { "-\($0)" }.joined()))
        }
      }
    }

    @Test(arguments: [
      (HTTPBody.form(["a": Secret("b")]), false), (.form(["a": "b"]), true),
      (.json(["a": Secret("b")]), false), (.json(["a": "b"]), true),
      (.multipart([HTTPPart("a", Secret("b"))]), false), (.multipart([HTTPPart("a", "b")]), true),
      (.secret(Secret(Data("b".utf8))), false), (.bytes(Data("b".utf8)), true),
    ])
    func aBodyWithASecretStaysWithItsOrigin(_ body: HTTPBody, _ isSent: Bool) async throws {
      let other = RawServer { _, connection in connection.answer(200, "other") }
      defer { other.stop() }
      for (status, isKept) in [(307, true), (303, false)] {
        let server = RawServer { _, connection in
          connection.answer(status, "", headers: ["Location: \(other.url)/"])
        }
        defer { server.stop() }
        let outcome = await Web().fetch(.post(server.url, body: body))
        if isSent || !isKept {
          #expect(try outcome?.get().text == "other")
        } else {
          #expect(outcome == .failure(.redirectRefused(other.host)))
          #expect(
            outcome?.error?.advice == """
              To fix this, see `HTTPRedirects` for what is followed, and request a target that you \
              trust itself.
              """)
          #expect(try await Web().fetch(.post(other.url, body: body))?.get().text == "other")
        }
      }
    }

    @Test func noSocketShowsTheSecretOfItsAddress() async throws {
      let lost = HTTPError.transportFailed("a.b", code: 1, reason: "no \(token)")
      let sockets = ManualWebSockets(failingToSend: lost)
      let recorder = RecordingDispatcher()
      let client = HTTPClient(webSockets: sockets)
      let request = HTTPRequest.get("ws://a.b/", query: ["token": Secret(token)])
      let listening = recorder.start(
        .http(client), WebSocketMessages(request, as: 1, Reply(SocketMessage.socket)))
      let connection = try #require(await sockets.next())
      expectNoSecret(in: ["\(connection.opening)", String(reflecting: connection.opening)])
      let error = HTTPError.transportFailed(
        "a.b", code: 1, reason: "no \(connection.opening.url.absoluteString)")
      connection.receive(.opened(protocol: nil))
      await recorder.expect(SocketMessage.socket(.opened(protocol: nil)))
      let hello = SendToWebSocket(1, secret: Secret(token), Reply(SocketMessage.sent))
      expectNoSecret(in: ["\(hello)", String(reflecting: hello)])
      #expect(hello.content == .text(token))
      await recorder.run(.http(client), hello).ended()
      guard case .sent(let failure?)? = await recorder.next() as? SocketMessage else {
        Issue.record("no failure")
        return
      }
      expectNoSecret(in: try shown(failure))
      connection.receive(.ended(.failed(error)))
      guard case .socket(.interrupted(let end, _))? = await recorder.next() as? SocketMessage else {
        Issue.record("not interrupted")
        return
      }
      expectNoSecret(in: try shown(end))
      listening.stop()
      await listening.ended()
    }

    @Test func aStandInHidesWhatTheRealOneHides() {
      let recorder = RecordingDispatcher()
      let server = VirtualServer { _ in
        .status(200, headers: ["Link": "</?token=s3cr3t%2F+%20ü%3D>"])
      }
      recorder.run(.http(server), Fetch(request, Reply(WebMessage.answered)))
      guard case .answered(.success(let response))? = recorder.messages.first as? WebMessage else {
        Issue.record("no response")
        return
      }
      #expect(response.url == "http://a.b/c?d=e&token=•••")
      #expect(response.headers["Link"]?.isSecret == true)
    }
  }
}
