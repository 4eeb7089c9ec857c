import API
import Comments
import Katana
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Synchronization
import Testing

/// All orders in which the server answers.
@Suite struct OrderTests {
  /// Takes its time to act, and to answer.
  private final class Server: Sendable {
    let comments = Mutex([comment(1)])
    let simulation: Simulation

    init(_ simulation: Simulation) { self.simulation = simulation }

    func answer<Payload: Sendable>(
      _ act: @Sendable (inout [ArticleComment]) -> Payload
    ) async -> Outcome<Payload, APIError> {
      try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
      let payload = comments.withLock { act(&$0) }
      try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
      return .success(payload)
    }

    var interpreters: [Interpreter] {
      [
        .command(APICommand<[ArticleComment]>.self, reply: \.reply) { _ in
          await self.answer { $0 }
        },
        .command(APICommand<ArticleComment>.self, reply: \.reply) { _ in
          await self.answer { comments in
            comments.append(comment(2))
            return comment(2)
          }
        },
        .command(APICommand<NoContent>.self, reply: \.reply) { _ in
          await self.answer { comments in
            comments.removeAll { $0.id == 1 }
            return NoContent()
          }
        },
      ]
    }
  }

  @Test func whatIsWrittenAndRemovedWhileAListLoadsIsShown() {
    let messages: [CommentsMessage] = [
      .listRequested(slug: "a"), .publicationRequested(slug: "a", "Fine."),
      .deletionRequested(slug: "a", id: 1), .listRequested(slug: "a"),
    ]
    let seen = explore(seeds: 300, sending: messages, inAnyOrder: true) { simulation in
      let server = Server(simulation)
      return Simulated(
        Program(model: CommentsModel(), commentsFeature), interpreters: server.interpreters
      )
      .eventually("the server's comments are shown") {
        $0.comments["a"]?.value == server.comments.withLock { $0 }
      }
    }
    #expect(seen.orders > 5)
  }
}
