import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects {
  /// Requests that are sent again, by the real interpreter and by both of its stand-ins.
  @Suite struct RetriedRequestTests {
    struct Page: Model, Equatable {
      typealias Receives = PageMessage
      var address: String
      var answers: [String] = []
    }

    enum PageMessage: Message, Equatable {
      case opened
      case loaded(Outcome<HTTPResponse, HTTPError>)
    }

    struct PageUpdater: TypedUpdater {
      static func load(_ address: String) -> any Command {
        Fetch(.get(address), Reply(PageMessage.loaded)).retried(Retry(2))
          .onFailure(PageMessage.opened)
      }

      func update(model: inout Page, message: PageMessage) -> [any Command] {
        switch message {
        case .opened: return [Self.load(model.address)]
        case .loaded(.success(let response)): model.answers.append(response.text)
        case .loaded(.failure(.statusUnexpected(let response))):
          model.answers.append("\(response.status)")
        case .loaded(.failure(let error)): model.answers.append("\(error)")
        }
        return []
      }
    }

    private func program(_ address: String = "http://a.b/x") -> Program<Page> {
      Program(model: Page(address: address), PageUpdater())
    }

    /// The statuses of three answers, and the result that the app receives.
    private static let cases: [([Int], String)] = [
      ([500, 503, 200], "ok"), ([500, 501, 503], "503"), ([200, 500, 500], "ok"),
    ]

    @Test(arguments: cases) func answersOfATest(statuses: [Int], answer: String) {
      let app = AppTest(program())
      app.send(.opened, commands: [PageUpdater.load("http://a.b/x")])
      for status in statuses where !app.pending.isEmpty {
        app.respond(to: .get, "/x", .text("ok", status: status), exhaustive: [])
      }
      #expect(app.model.answers == [answer])
      app.finish()
    }

    @Test(arguments: cases) func theStandInForServers(statuses: [Int], answer: String) {
      let count = Locked(0)
      let server = VirtualServer { _ in
        .text(
          "ok",
          status: count.withLock { count in
            defer { count += 1 }
            return statuses[count]
          })
      }
      let app = AppTest(program(), interpreters: [.http(server)])
      app.send(.opened, exhaustive: [])
      #expect(app.model.answers == [answer])
      #expect(server.requests.count == (statuses[0] == 200 ? 1 : 3))
      app.finish()
    }

    @Test(arguments: cases) func realRequests(statuses: [Int], answer: String) async throws {
      let count = Locked(0)
      let server = RawServer { _, connection in
        let status = count.withLock { count in
          defer { count += 1 }
          return statuses[count]
        }
        connection.answer(status, "ok")
      }
      defer { server.stop() }
      let runtime = try Runtime(program(server.url), interpreters: [.http()])
      runtime.start()
      _ = try await runtime.settle(PageMessage.opened)
      #expect(runtime.model.answers == [answer])
      await runtime.shutdown()
    }
  }
}
