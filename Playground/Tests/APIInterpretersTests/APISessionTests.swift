import API
import APIInterpreters
import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

@Suite struct APISessionTests {
  @Test func aQueuedRequestHasTheTokenWhileTheRuntimeFinishes() async throws {
    let server = try #require(URL(string: "http://a"))
    let transport = HeldTransport()
    let client = APIClient(server: server, transport: transport)
    let (stopped, stop) = AsyncStream.makeStream(of: Never.self)
    let runtime = try Runtime(
      Program(
        model: SignedIn(), SignedInFeature(),
        commands: (1...2).map { _ in APICommand<User>.me.queued(id: "requests", .atMost(1)) }),
      interpreters: [
        .command(APIInterpreter(client: client), where: { $0 is any APIRequest.Type }),
        .subscription(client.session),
        .subscription { (_: UntilFinish, _) in StopSignal(signal: stop) },
      ])
    runtime.start()
    async let result = runtime.finish(within: .seconds(60))
    for await _ in stopped {}
    transport.answerAll()
    #expect(await result.isComplete)
    #expect(transport.authorizations == [.secret("Token t0k3n"), .secret("Token t0k3n")])
  }
}

private struct SignedIn: Model {}

private struct SignedInFeature: TypedUpdater, SubscriptionProvider {
  func update(model: inout SignedIn, message: Heard) -> [any Command] { [] }

  func subscriptions(model: SignedIn) -> [any Subscription] {
    [APISession(token: Secret("t0k3n")), UntilFinish()]
  }
}

/// A subscription that is not constant, so the runtime stops it when it begins to finish.
private struct UntilFinish: Subscription {}

private final class StopSignal: SubscriptionInterpreter {
  typealias Sub = UntilFinish
  private let signal: AsyncStream<Never>.Continuation

  init(signal: AsyncStream<Never>.Continuation) { self.signal = signal }

  func start() {}
  func stop() { signal.finish() }
}

/// Notes the header `Authorization` of each request, and answers when the test lets it.
private final class HeldTransport: HTTPTransport {
  private struct State {
    var authorizations: [HTTPText?] = []
    var held: [@Sendable () -> Void] = []
    var isHolding = true
  }

  private let state = Mutex(State())

  var authorizations: [HTTPText?] { state.withLock { $0.authorizations } }

  func start(
    _ exchange: HTTPExchange, _ receive: @escaping @Sendable (HTTPTransportEvent) -> Void
  ) -> HTTPTransportTask {
    let answer: @Sendable () -> Void = {
      receive(.head(HTTPHead(status: 200, headers: [:])))
      receive(.body(Data(#"{"user":{"username":"demo","token":"t0k3n"}}"#.utf8)))
      receive(.ended(nil))
    }
    let isHeld = state.withLock { state in
      state.authorizations.append(exchange.headers["Authorization"])
      if state.isHolding { state.held.append(answer) }
      return state.isHolding
    }
    if !isHeld { answer() }
    return HTTPTransportTask {}
  }

  /// Answers the requests that wait, and from now on each request at once.
  func answerAll() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isHolding = false
      return state.held
    }
    for answer in held { answer() }
  }
}
