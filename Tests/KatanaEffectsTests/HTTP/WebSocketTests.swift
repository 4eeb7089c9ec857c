import Foundation
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

enum SocketMessage: Message, Equatable {
  case socket(WebSocketUpdate)
  case sent(HTTPError?)
}

/// A transport whose events the test sends.
final class ManualWebSockets: WebSocketTransport {
  final class Connection: WebSocketConnection {
    let opening: WebSocketOpening
    let receive: @Sendable (WebSocketTransportEvent) -> Void
    let log: AsyncStream<String>
    private let write: AsyncStream<String>.Continuation
    let failure: HTTPError?

    init(
      _ opening: WebSocketOpening, failure: HTTPError?,
      _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
    ) {
      (self.opening, self.failure, self.receive) = (opening, failure, receive)
      (log, write) = AsyncStream.makeStream(of: String.self)
    }

    func send(_ content: WebSocketContent, _ sent: @escaping @Sendable (HTTPError?) -> Void) {
      write.yield("\(content)")
      sent(failure)
    }

    func ping() { write.yield("ping") }
    func close(code: Int) { write.yield("close \(code)") }
    func next() async -> String? { await log.first { _ in true } }
  }

  private let opened = AsyncStream.makeStream(of: Connection.self)
  private let failure: HTTPError?
  private let opensAtOnce: Bool

  init(failingToSend failure: HTTPError? = nil, openingAtOnce: Bool = false) {
    (self.failure, opensAtOnce) = (failure, openingAtOnce)
  }

  func open(
    _ opening: WebSocketOpening, _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) -> any WebSocketConnection {
    let connection = Connection(opening, failure: failure, receive)
    opened.continuation.yield(connection)
    if opensAtOnce { receive(.opened(protocol: nil)) }
    return connection
  }

  func next() async -> Connection? { await opened.stream.first { _ in true } }
}

extension RealEffects {
  @Suite struct WebSocketTests {
    private let transport = ManualWebSockets()
    private let clock = ManualClock()
    private let recorder: RecordingDispatcher
    private let client: HTTPClient

    init() {
      recorder = RecordingDispatcher(clock: clock, exhaustive: false)
      client = HTTPClient(webSockets: transport)
    }

    private func subscription(
      _ url: String = "wss://a.b/chat", size: Int? = nil, ping: Duration? = nil,
      protocols: [String] = []
    ) -> WebSocketMessages {
      WebSocketMessages(
        HTTPRequest.get(url, headers: ["Authorization": Secret("token")])
          .limited(time: .seconds(10), size: size),
        as: 1, protocols: protocols, pingInterval: ping, Reply(SocketMessage.socket))
    }

    private func listen(
      _ subscription: WebSocketMessages, _ client: HTTPClient? = nil
    ) -> RecordedSubscription<WebSocketMessagesInterpreter> {
      recorder.start(subscription) { [client = client ?? self.client] in
        WebSocketMessagesInterpreter($0, $1, client)
      }
    }

    private func expect(_ updates: WebSocketUpdate...) async {
      for update in updates { await recorder.expect(SocketMessage.socket(update)) }
    }

    private func send(_ content: WebSocketContent, to socket: Int = 1) async -> SocketMessage? {
      let run = recorder.run(
        SendToWebSocketInterpreter(client: client),
        SendToWebSocket(socket, content, Reply(SocketMessage.sent)))
      let message = await recorder.next(as: SocketMessage.self)
      await run.ended()
      return message
    }

    @Test func textsAndBytesGoBothWays() async throws {
      let listening = listen(subscription(protocols: ["chat", "v2.chat"]))
      let connection = try #require(await transport.next())
      #expect(connection.opening.url.absoluteString == "wss://a.b/chat")
      #expect(connection.opening.protocols == ["chat", "v2.chat"])
      #expect(connection.opening.headers["Authorization"]?.revealed == "token")
      connection.receive(.opened(protocol: "chat"))
      connection.receive(.received(.text("hello")))
      connection.receive(.received(.bytes(Data([1, 2]))))
      await expect(
        .opened(protocol: "chat"), .received(.text("hello")), .received(.bytes(Data([1, 2]))))
      #expect(await send(.text("a")) == .sent(nil))
      #expect(await send(.bytes(Data([3]))) == .sent(nil))
      #expect(await connection.next() == "text(\"a\")")
      #expect(await connection.next()?.hasPrefix("bytes") == true)
      listening.stop()
      await listening.ended()
      #expect(await connection.next() == "close 1000")
      connection.receive(.received(.text("late")))
      recorder.expectNoMore()
    }

    @Test func whereNoSocketIsOpenSendingFails() async throws {
      #expect(await send(.text("a")) == .sent(.socketNotOpen("1")))
      let listening = listen(subscription())
      let connection = try #require(await transport.next())
      #expect(await send(.text("a")) == .sent(.socketNotOpen("1")))
      connection.receive(.opened(protocol: nil))
      await expect(.opened(protocol: nil))
      #expect(await send(.text("a"), to: 2) == .sent(.socketNotOpen("2")))
      #expect(await send(.text("a")) == .sent(nil))
      listening.stop()
      await listening.ended()
      #expect(await send(.text("a")) == .sent(.socketNotOpen("1")))
    }

    @Test func itConnectsAgainAndWaitsLongerEachTime() async throws {
      let listening = listen(subscription())
      var waits: [Duration] = []
      for end in [
        WebSocketEnd.closed(code: 1001, reason: "bye"), .failed(.connectionLost("a.b")),
        .closed(code: 1012, reason: ""), .closed(code: 1006, reason: ""),
      ] {
        try #require(await transport.next()).receive(.ended(end))
        guard
          case .socket(.interrupted(let told, let wait))? = await recorder.next() as? SocketMessage
        else {
          Issue.record("not interrupted")
          return
        }
        #expect(told == end)
        waits.append(wait)
        clock.advance(by: wait)
      }
      #expect(waits == [1, 2, 4, 8].map { .seconds($0) })
      let connection = try #require(await transport.next())
      connection.receive(.opened(protocol: nil))
      connection.receive(.received(.text("a")))
      connection.receive(.ended(.closed(code: 1005, reason: "")))
      await expect(
        .opened(protocol: nil), .received(.text("a")),
        .interrupted(.closed(code: 1005, reason: ""), retryIn: .seconds(1)))
      listening.stop()
      await listening.ended()
      #expect(clock.scheduledCount == 0)
    }

    @Test(arguments: [
      WebSocketEnd.closed(code: 1000, reason: "done"), .closed(code: 1008, reason: ""),
      .closed(code: 4001, reason: "no"), .failed(.certificateInvalid("a.b", reason: "old")),
      .failed(.statusUnexpected(HTTPResponse(status: 403))),
    ])
    func anEndForGoodIsFollowedByNothing(_ end: WebSocketEnd) async throws {
      let listening = listen(subscription())
      let connection = try #require(await transport.next())
      connection.receive(.ended(end))
      connection.receive(.received(.text("late")))
      await expect(.ended(end))
      #expect(clock.scheduledCount == 0)
      listening.stop()
      await listening.ended()
      recorder.expectNoMore()
    }

    @Test func aConnectionThatDoesNotAnswerPingsIsLost() async throws {
      let listening = listen(subscription(ping: .seconds(30)))
      let connection = try #require(await transport.next())
      connection.receive(.opened(protocol: nil))
      await expect(.opened(protocol: nil))
      clock.advance(by: .seconds(30))
      #expect(await connection.next() == "ping")
      connection.receive(.pong)
      await clock.waitUntilScheduled(1)
      clock.advance(by: .seconds(30))
      #expect(await connection.next() == "ping")
      await clock.waitUntilScheduled(1)
      clock.advance(by: .seconds(30))
      let silence = HTTPError.pingUnanswered("a.b", .seconds(30))
      #expect(
        "\(silence)" == """
          a.b did not answer a ping in 30 s. To fix this, change the `pingInterval` of \
          `WebSocketMessages`.
          """)
      await expect(.interrupted(.failed(silence), retryIn: .seconds(1)))
      #expect(await connection.next() == "close 1001")
      listening.stop()
      await listening.ended()
    }

    @Test func theOpeningHasATimeLimitAndAMessageASizeLimit() async throws {
      let listening = listen(subscription(size: 3))
      let first = try #require(await transport.next())
      await clock.waitUntilScheduled(1)
      clock.advance(by: .seconds(10))
      let limit = HTTPError.timeLimitReached("a.b", .seconds(10))
      await expect(.interrupted(.failed(limit), retryIn: .seconds(1)))
      #expect(await first.next() == "close 1001")
      clock.advance(by: .seconds(1))
      let second = try #require(await transport.next())
      #expect(second.opening.sizeLimit == 3)
      second.receive(.opened(protocol: nil))
      second.receive(.received(.text("abc")))
      second.receive(.received(.text("abcd")))
      await expect(
        .opened(protocol: nil), .received(.text("abc")),
        .ended(.failed(.tooLarge("a.b", limit: 3))))
      #expect(await second.next() == "close 1009")
      listening.stop()
      await listening.ended()
    }

    @Test(arguments: ["ftp://a.b", "wss://a b", "chat", "ws://u:p@a.b"])
    func anAddressThatCannotBeUsedEndsIt(_ url: String) async {
      let listening = listen(subscription(url))
      guard case .socket(.ended(.failed(.invalidURL)))? = await recorder.next() as? SocketMessage
      else {
        Issue.record("it did not end")
        return
      }
      listening.stop()
      await listening.ended()
    }

    @Test func anOpeningHasNoBodyAndNoMethodOfItsOwn() async throws {
      let transport = ManualWebSockets(openingAtOnce: true)
      var subscription = subscription("WSS://a.b/chat")
      subscription.request.method = "G T"
      subscription.request.body = .file(TemporaryFolder()("missing"))
      let listening = listen(subscription, HTTPClient(webSockets: transport))
      await expect(.opened(protocol: nil))
      let opening = try #require(await transport.next()).opening
      #expect(opening.url.absoluteString == "wss://a.b/chat")
      #expect(opening.headers["Content-Type"] == nil)
      listening.stop()
      await listening.ended()
    }

    @Test func aHeaderOfTheOpeningIsNotForTheApp() async {
      var subscription = subscription()
      subscription.request.headers["sec-websocket-key"] = "x"
      let transport = ManualWebSockets(openingAtOnce: true)
      let listening = listen(subscription, HTTPClient(webSockets: transport))
      await expect(.ended(.failed(.invalidHeader("sec-websocket-key"))))
      listening.stop()
      await listening.ended()
    }

    @Test func noNameOfAProtocolBecomesAHeader() async {
      let transport = ManualWebSockets(openingAtOnce: true)
      let listening = listen(
        subscription(protocols: ["chat\r\nX: 1"]), HTTPClient(webSockets: transport))
      await expect(.ended(.failed(.invalidHeader("Sec-WebSocket-Protocol"))))
      listening.stop()
      await listening.ended()
    }

    #if canImport(FoundationNetworking)
      @Test func onLinuxTheErrorSaysWhatToDoInstead() async throws {
        let listening = listen(subscription("ws://127.0.0.1:\(unusedPort())/"), HTTPClient())
        guard
          case .socket(.ended(.failed(.notSupported(let reason))))? = await recorder.next()
            as? SocketMessage
        else {
          Issue.record("no such error")
          return
        }
        #expect(reason.contains("not supported by libcurl"))
        #expect(reason.contains("http(webSockets:)"))
        listening.stop()
        await listening.ended()
      }
    #endif
  }
}

/// An app that echoes what a socket says.
private struct Chat: Model, Equatable {
  var isDeclared = true
  var lines: [String] = []
}

private struct ChatUpdater: TypedUpdater {
  func update(model: inout Chat, message: SocketMessage) -> [any Command] {
    switch message {
    case .socket(.opened):
      return [SendToWebSocket("chat", .text("hello"), reply { .sent($0) })]
    case .socket(.received(.text(let text))): model.lines.append(text)
    case .socket(.ended(let end)):
      model.lines.append("\(end)")
      model.isDeclared = false
    case .sent(let error?): model.lines.append("\(error)")
    default: break
    }
    return []
  }
}

private struct ChatSubscriptions: SubscriptionProvider {
  func subscriptions(model: Chat) -> [any Subscription] {
    model.isDeclared
      ? [WebSocketMessages(.get("wss://a.b"), as: "chat", Reply(SocketMessage.socket))] : []
  }
}

@Suite struct VirtualSocketTests {
  private let program = Program(
    model: Chat(), CombinedUpdater<Chat>([.full(ChatUpdater()), .full(ChatSubscriptions())]))

  @Test func aStandInOpensAnswersAndCloses() {
    let server = VirtualServer(replies: { command in
      [.received(command.content), .ended(.closed(code: 1000, reason: "done"))]
    }) { _ in .status(404) }
    let app = AppTest(program, interpreters: [.http(server)])
    app.start(exhaustive: [.model]) {
      $0.lines = ["hello", "The server closed the socket with the code 1000: \"done\"."]
      $0.isDeclared = false
    }
    #expect(server.sentToSockets == [.text("hello")])
    app.finish()
  }

  @Test func aStandInThatIsStoppedByItsMessageLeavesNoTimer() {
    let left = Locked<Int?>(nil)
    explore(seeds: 1, sending: []) { simulation in
      let clock = ManualClock()
      let server = VirtualServer(
        conditions: .chosen(by: simulation),
        sockets: { _ in [.ended(.closed(code: 1000, reason: "")), .opened(protocol: nil)] }
      ) { _ in .status(404) }
      let runtime = try? Runtime(
        program, interpreters: [.http(server)], options: RuntimeOptions(clock: clock))
      runtime?.start()
      clock.advanceToNext()
      #expect(runtime?.model.isDeclared == false)
      left.withLock { $0 = clock.scheduledCount }
      return Simulated(program, interpreters: [.http(VirtualServer { _ in .status(404) })])
    }
    #expect(left.withLock { $0 } == 0)
  }

  @Test func underChosenConditionsAMessageMayNotBeSent() {
    let seen = Locked<Set<[String]>>([])
    explore(seeds: 200, sending: []) { simulation in
      let server = VirtualServer(
        conditions: .chosen(by: simulation), replies: { [.received($0.content)] }
      ) { _ in .status(404) }
      return Simulated(program, interpreters: [.http(server)])
        .always("each end is seen") { model in
          seen.withLock { _ = $0.insert(model.lines) }
          return true
        }
    }
    let refused = "\(HTTPError.socketNotOpen(EffectID("chat").description))"
    #expect(seen.withLock { $0 } == [[], ["hello"], [refused]])
  }

  @Test func aStandInTakesWhatIsSentOnlyWhileItsSocketIsOpen() async {
    let recorder = RecordingDispatcher()
    let server = VirtualServer(
      sockets: { $0.protocols.isEmpty ? [.opened(protocol: nil)] : [] },
      replies: { _ in [.ended(.closed(code: 1000, reason: ""))] }
    ) { _ in .status(404) }
    func send(_ socket: Int) {
      recorder.run(
        .http(server), SendToWebSocket(socket, .text("a"), Reply(SocketMessage.sent)))
    }
    let never = recorder.start(
      .http(server),
      WebSocketMessages(
        .get("wss://a.b"), as: 2, protocols: ["never"], Reply(SocketMessage.socket)))
    let open = recorder.start(
      .http(server),
      WebSocketMessages(.get("wss://a.b"), as: 1, Reply(SocketMessage.socket)))
    await recorder.expect(SocketMessage.socket(.opened(protocol: nil)))
    send(2)
    send(3)
    await recorder.expect(
      SocketMessage.sent(.socketNotOpen("2")), SocketMessage.sent(.socketNotOpen("3")))
    send(1)
    await recorder.expect(
      SocketMessage.socket(.ended(.closed(code: 1000, reason: ""))), SocketMessage.sent(nil))
    send(1)
    await recorder.expect(SocketMessage.sent(.socketNotOpen("1")))
    #expect(server.sentToSockets == [.text("a")])
    for subscription in [never, open] {
      subscription.stop()
      await subscription.ended()
    }
  }

}
