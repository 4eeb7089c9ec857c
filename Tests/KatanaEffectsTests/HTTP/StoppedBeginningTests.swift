import Foundation
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

@testable import KatanaEffectInterpreters

/// A function that is called once, when something has begun and before its caller knows of it.
private final class Hook: Sendable {
  private let action = Locked<(@Sendable () -> Void)?>(nil)

  func set(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

  func call() { take()?() }

  /// Returns the function, which is not called again. Where a test sees what has begun, it is taken before:
  /// the test may set the function of the next beginning at once.
  func take() -> (@Sendable () -> Void)? {
    action.withLock { action in
      defer { action = nil }
      return action
    }
  }
}

private final class HookedClock: RuntimeClock {
  let manual = ManualClock()
  let hook = Hook()
  private let cancellations = AsyncStream.makeStream(of: Void.self)

  var now: Duration { manual.now }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let scheduled = manual.schedule(after: delay, action)
    hook.call()
    return ScheduledAction { [cancellations] in
      scheduled.cancel()
      cancellations.continuation.yield()
    }
  }

  func nextCancellation() async { await first(of: cancellations.stream) }
}

private final class HookedTransport: HTTPTransport {
  let manual = ManualTransport()
  let hook = Hook()

  func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    let action = hook.take()
    let task = manual.start(exchange, receive)
    action?()
    return task
  }
}

private final class HookedSockets: WebSocketTransport {
  let manual = ManualWebSockets()
  let hook = Hook()

  func open(
    _ opening: WebSocketOpening, _ receive: @escaping @Sendable (WebSocketTransportEvent) -> Void
  ) -> any WebSocketConnection {
    let action = hook.take()
    let connection = manual.open(opening, receive)
    action?()
    return connection
  }
}

extension RealEffects {
  /// What ends while it waits, or at the moment at which it begins, leaves no timer and no connection.
  @Suite struct StoppedBeginningTests {
    private let clock = HookedClock()
    private let transport = HookedTransport()
    private let sockets = HookedSockets()
    private let client: HTTPClient
    private let recorder: RecordingDispatcher
    private let lost = HTTPError.connectionLost("a.b")

    init() {
      client = HTTPClient(transport: transport, webSockets: sockets)
      recorder = RecordingDispatcher(clock: clock)
    }

    private func run(_ request: HTTPRequest) -> RecordedRun {
      recorder.run(.http(client), Fetch(request, Reply(WebMessage.answered)))
    }

    /// Returns a stream that is open, and what it sends.
    private func stream(
      within limit: Duration? = nil
    ) -> (EventStream, sent: AsyncStream<ServerSentUpdate>) {
      let (sent, sender) = AsyncStream.makeStream(of: ServerSentUpdate.self)
      let stream = EventStream(
        .get("http://a.b/").limited(time: limit), client, clock: clock
      ) { sender.yield($0) }
      stream.connect()
      return (stream, sent)
    }

    /// Returns a socket that is opening, and what it sends.
    private func socket(
      within limit: Duration? = nil, ping: Duration? = nil
    ) -> (OpenWebSocket, sent: AsyncStream<WebSocketUpdate>) {
      let (sent, sender) = AsyncStream.makeStream(of: WebSocketUpdate.self)
      let messages = WebSocketMessages(
        .get("ws://a.b/").limited(time: limit), as: 1, pingInterval: ping,
        Reply(SocketMessage.socket))
      let socket = OpenWebSocket(messages, client, clock: clock) { sender.yield($0) }
      socket.start()
      return (socket, sent)
    }

    /// Waits until the client has handled what was begun and cancelled so far.
    private func queueIsIdle() async {
      await withCheckedContinuation { done in client.queue.async { done.resume() } }
    }

    @Test func aStoppedStreamThatWaitsLeavesNoTimer() async throws {
      let listening = recorder.start(
        .http(client),
        ServerSentEvents(.get("http://a.b/").limited(time: nil), Reply(WebMessage.streamed)))
      try #require(await transport.manual.next()).receive(.ended(lost))
      await recorder.expect(WebMessage.streamed(.interrupted(lost, retryIn: .seconds(1))))
      #expect(clock.manual.scheduledCount == 1)
      listening.stop()
      #expect(clock.manual.scheduledCount == 0)
      await listening.ended()
    }

    @Test func aStreamThatIsStoppedWhileItSchedulesLeavesNoTimer() async throws {
      let (stream, _) = stream()
      let started = try #require(await transport.manual.next())
      clock.hook.set { stream.stop() }
      started.receive(.ended(lost))
      await clock.nextCancellation()
      #expect(clock.manual.scheduledCount == 0)
    }

    @Test func aStreamThatIsStoppedWhileItConnectsIsNotOpened() async throws {
      let (stream, sent) = stream(within: .seconds(60))
      try #require(await transport.manual.next()).receive(.ended(lost))
      _ = await first(of: sent)
      let opened = Locked(0)
      transport.hook.set { opened.withLock { $0 += 1 } }
      clock.hook.set { stream.stop() }
      clock.manual.advance(by: .seconds(1))
      await queueIsIdle()
      #expect(clock.manual.scheduledCount == 0)
      #expect(opened.withLock { $0 } == 0)
    }

    @Test func aRequestWhoseTimeIsOverWhileItBeginsIsCancelled() async throws {
      transport.hook.set { [clock] in clock.manual.advance(by: .seconds(1)) }
      let run = run(.get("http://a.b/").limited(time: .seconds(1)))
      let started = try #require(await transport.manual.next())
      for await _ in started.cancellation {}
      await recorder.expect(
        WebMessage.answered(.failure(.timeLimitReached("a.b", .seconds(1)))))
      await run.ended()
    }

    @Test func aRequestThatIsCancelledWhileItsRedirectBeginsIsCancelled() async throws {
      let run = run(.get("http://a.b/"))
      let started = try #require(await transport.manual.next())
      transport.hook.set { run.cancel() }
      started.receive(.head(HTTPHead(status: 302, headers: ["Location": "/c"])))
      started.receive(.ended(nil))
      let next = try #require(await transport.manual.next())
      for await _ in next.cancellation {}
      await queueIsIdle()
      #expect(clock.manual.scheduledCount == 0)
      await run.ended()
      recorder.expectNoMore()
    }

    @Test func aRequestThatEndsWhileItsSilenceIsWatchedLeavesNoTimer() async throws {
      let run = run(.get("http://a.b/").limited(time: nil, silence: .seconds(2)))
      let started = try #require(await transport.manual.next())
      clock.manual.advance(by: .seconds(1))
      started.receive(.sent(1, of: 1))
      // The timer is renewed for the rest of the limit.
      clock.hook.set { [lost] in started.receive(.ended(lost)) }
      clock.manual.advance(by: .seconds(1))
      await recorder.expect(WebMessage.answered(.failure(lost)))
      #expect(clock.manual.scheduledCount == 0)
      await run.ended()
    }

    @Test(arguments: [Duration.seconds(60), nil], [Duration.seconds(60), nil])
    func aRequestThatHasEndedLeavesNoTimer(_ time: Duration?, _ silence: Duration?) async throws {
      let run = run(.get("http://a.b/").limited(time: time, silence: silence))
      try #require(await transport.manual.next()).receive(.ended(lost))
      await recorder.expect(WebMessage.answered(.failure(lost)))
      #expect(clock.manual.scheduledCount == 0)
      await run.ended()
    }

    @Test func aStoppedSocketThatWaitsLeavesNoTimer() async throws {
      let (socket, sent) = socket(within: .seconds(60))
      try #require(await sockets.manual.next()).receive(.ended(.failed(lost)))
      _ = await first(of: sent)
      #expect(clock.manual.scheduledCount == 1)
      socket.stop()
      #expect(clock.manual.scheduledCount == 0)
    }

    @Test(arguments: [false, true])
    func aSocketThatIsStoppedWhileItSchedulesLeavesNoTimer(_ isPing: Bool) async throws {
      let (socket, _) = socket(ping: isPing ? .seconds(5) : nil)
      let connection = try #require(await sockets.manual.next())
      clock.hook.set { socket.stop() }
      connection.receive(isPing ? .opened(protocol: nil) : .ended(.failed(lost)))
      await clock.nextCancellation()
      #expect(clock.manual.scheduledCount == 0)
    }

    @Test func aSocketThatIsStoppedWhileItConnectsIsClosed() async throws {
      let (socket, sent) = socket(within: .seconds(60))
      try #require(await sockets.manual.next()).receive(.ended(.failed(lost)))
      _ = await first(of: sent)
      sockets.hook.set { socket.stop() }
      clock.manual.advance(by: .seconds(1))
      let connection = try #require(await sockets.manual.next())
      #expect(await connection.next() == "close 1000")
      #expect(clock.manual.scheduledCount == 0)
    }

    @Test func aSocketThatIsStoppedWhileItsLimitBeginsLeavesNoTimer() async throws {
      let (socket, sent) = socket(within: .seconds(60))
      try #require(await sockets.manual.next()).receive(.ended(.failed(lost)))
      _ = await first(of: sent)
      clock.hook.set { socket.stop() }
      clock.manual.advance(by: .seconds(1))
      #expect(clock.manual.scheduledCount == 0)
      let connection = try #require(await sockets.manual.next())
      #expect(await connection.next() == "close 1000")
    }
  }
}
