import API
import Authentication
import AuthenticationInterpreters
import KatanaRuntime
import KatanaTesting
import Testing

/// All orders in which the server answers.
@Suite struct OrderTests {
  @Test(arguments: [
    AuthenticationMessage.logInRequested(credentials), .registrationRequested(registration),
    .accountRequested,
  ])
  func nobodyIsLoggedInAfterLoggingOut(request: AuthenticationMessage) {
    let seen = explore(
      seeds: 200, sending: [request, AuthenticationMessage.logOutRequested]
    ) { simulation in
      Simulated(
        Program(model: AuthenticationModel(session: session), authenticationFeature),
        interpreters: [
          .command(APICommand<Session>.self, reply: \.reply) { _ in
            try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
            return .success(session)
          },
          .sessions(in: nil), .subscription(Silent.self),
        ]
      )
      .eventually("nobody is logged in") { $0.session == nil }
    }
    #expect(seen.orders > 1)
  }
}

/// Gives the session to nobody.
private final class Silent: PlainSubscriptionInterpreter {
  init(subscription: APISession, dispatch: SubscriptionDispatcher<APISession>) {}

  func start() {}
  func update(to subscription: APISession) -> Bool { true }
  func stop() {}
}
