import API
import Katana
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Profiles
import Synchronization
import Testing

/// All orders in which the server answers, and refuses.
@Suite struct OrderTests {
  /// Takes its time to follow, and may refuse it.
  private final class Server: Sendable {
    let follows = Mutex(false)
    let simulation: Simulation
    let refuses: Bool

    init(_ simulation: Simulation, refuses: Bool = true) {
      (self.simulation, self.refuses) = (simulation, refuses)
    }

    func answer(_ call: APICall) async -> Outcome<Profile, APIError> {
      try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
      if call.method != .get {
        if refuses, simulation.choose(1...3) == 1 { return .failure(.serverFailed(status: 500)) }
        follows.withLock { $0 = call.method == .post }
      }
      let profile = Profile(username: "maren", following: follows.withLock { $0 })
      // An answer takes its time, too, so that one may be older than another that came before it.
      try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
      return .success(profile)
    }
  }

  @Test func atTheEndTheServersTruthIsShown() {
    let messages: [ProfilesMessage] = [
      .profileRequested("maren"), .followRequested("maren", true),
      .followRequested("maren", false), .followRequested("maren", true),
    ]
    let seen = explore(seeds: 300, sending: messages, inAnyOrder: true) { simulation in
      let server = Server(simulation)
      return Simulated(
        Program(model: ProfilesModel(), profilesFeature),
        interpreters: [
          .command(APICommand<Profile>.self, reply: \.reply) { await server.answer($0.call) }
        ]
      )
      .eventually("no wish is left") { $0.following.pending.isEmpty }
      .eventually("the server's truth is shown") { model in
        guard let profile = model.profiles["maren"]?.value else { return true }
        return model.shown(profile).following == server.follows.withLock { $0 }
      }
    }
    #expect(seen.orders > 5)
  }

  @Test func theLastWishWins() {
    let messages = [true, false, true].map { ProfilesMessage.followRequested("maren", $0) }
    explore(seeds: 300, sending: messages) { simulation in
      let server = Server(simulation, refuses: false)
      return Simulated(
        Program(model: ProfilesModel(), profilesFeature),
        interpreters: [
          .command(APICommand<Profile>.self, reply: \.reply) { await server.answer($0.call) }
        ]
      )
      .eventually("the server has the last wish") { _ in server.follows.withLock { $0 } }
      .eventually("the last wish is shown") { $0.profiles["maren"]?.value?.following == true }
    }
  }
}
