import Foundation
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects {
  @Suite struct HTTPTwinTests {
    struct Row: Model, Equatable, Identifiable {
      typealias Receives = RowMessage
      var id: Int
      var text = ""
    }

    enum RowMessage: Message, Equatable {
      case tapped
      case loaded(Outcome<HTTPResponse, HTTPError>)
    }

    struct RowUpdater: TypedUpdater {
      func update(model: inout Row, message: RowMessage) -> [any Command] {
        switch message {
        case .tapped:
          return [
            Fetch(.get("https://example.com/row"), reply { .loaded($0) })
              .cancellable(id: "row\(model.id)")
          ]
        case .loaded(.success(let response)): model.text = response.text
        case .loaded(.failure(let error)): model.text = error.description
        }
        return []
      }
    }

    struct App: Model, Equatable {
      var rows: [Row] = [Row(id: 0), Row(id: 1)]
    }

    private var program: Program<App> {
      Program(model: App(), CombinedUpdater<App>([.each(\.rows, RowUpdater())]))
    }

    @Test func equalRequestsOfChildrenAreToldApartByTheirNumber() {
      let app = AppTest(program)
      app.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
      app.send(.tapped, to: App.at.rows[1], exhaustive: [.model])
      app.respond(to: .get, "/row", .text("one"), at: 1) { $0.rows[1].text = "one" }
      app.respond(to: .get, "/row", .text("zero")) { $0.rows[0].text = "zero" }
      app.finish()
    }

    @Test func aFailureOfAnAnswerIsShownAtTheCall() {
      let (id, path): (StaticString, StaticString) = (
        "AppTests/RowTests.swift", "/app/RowTests.swift"
      )
      let found = failures {
        AppTest(program).respond(
          to: .get, "/row", .text("one"), fileID: id, filePath: path, line: 7)
        let app = AppTest(program)
        app.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
        app.respond(to: .get, "/row", .text("one"), fileID: id, filePath: path, line: 8)
      }
      #expect(found.map { "\($0.place.fileID)" } == ["\(id)", "\(id)"])
      #expect(found.map { "\($0.place.filePath)" } == ["\(path)", "\(path)"])
      #expect(found.map(\.place.line) == [7, 8])
    }

    @Test func aRequestIsNamedByItsChild() {
      let app = AppTest(program)
      app.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
      app.send(.tapped, to: App.at.rows[1], exhaustive: [.model])
      app.respond(to: .get, "/row", .text("one"), in: App.at.rows[1]) { $0.rows[1].text = "one" }
      let found = failures {
        let other = AppTest(program, ignoringPending: [Fetch.self])
        other.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
        other.respond(to: .get, "/row", .text("one"), in: App.at.rows[1])
      }
      #expect(
        found.first?.text.hasPrefix("No request GET /row in App.at.rows[1] is pending.") == true)
      app.respond(to: .get, "/row", .text("zero")) { $0.rows[0].text = "zero" }
      app.finish()
    }

    @Test func equalRequestsOfOneChildAreToldApartByTheirNumber() {
      let app = AppTest(program)
      app.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
      app.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
      app.respond(to: .get, "/row", .text("second"), at: 1) { $0.rows[0].text = "second" }
      app.respond(to: .get, "/row", .offline) {
        $0.rows[0].text =
          "The host example.com is not known. To fix this, check its name and the network."
      }
      app.finish()
    }

    @Test func aRequestThatIsNotPendingIsAFailureThatNamesTheOthers() {
      let found = failures {
        let app = AppTest(program, ignoringPending: [Fetch.self])
        app.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
        app.respond(to: .post, "/row", .status(200))
        app.finish()
      }
      #expect(
        found.first?.text == """
          No request POST /row is pending.
            Pending: GET /row
          To fix this, send the message that causes it first, or answer a request that is pending.
          """)
    }

    @Test func severalRequestsNeedANumber() {
      let found = failures {
        let app = AppTest(program, ignoringPending: [Fetch.self])
        app.send(.tapped, to: App.at.rows[0], exhaustive: [.model])
        app.send(.tapped, to: App.at.rows[1], exhaustive: [.model])
        app.respond(to: .get, "/row", .status(200))
        app.finish()
      }
      #expect(found.first?.text.hasPrefix("2 requests GET /row are pending.") == true)
    }

    @Test func aVirtualServerAnswersAtOnceInATestOfTheApp() {
      let server = VirtualServer { $0.path == "/row" ? .text("virtual") : .status(404) }
      let app = AppTest(program, interpreters: [.http(server)])
      app.send(.tapped, to: App.at.rows[1], exhaustive: [.model]) { $0.rows[1].text = "virtual" }
      app.finish()
      #expect(server.requests.map(\.path) == ["/row"])
    }

    /// Under chosen conditions, two answers come in both orders, and some requests fail.
    @Test func anExplorationSeesAnswersFailuresAndOrders() {
      let seen = Locked<Set<[String]>>([])
      explore(
        seeds: 200,
        sending: [RowMessage.tapped.to(App.at.rows[0]), RowMessage.tapped.to(App.at.rows[1])]
      ) { simulation in
        let count = Locked(0)
        let server = VirtualServer(conditions: .chosen(by: simulation)) { _ in
          .text("\(count.withLock { $0 += 1; return $0 })")
        }
        return Simulated(program, interpreters: [.http(server)])
          .eventually("both are there") { app in
            _ = seen.withLock { $0.insert(app.rows.map(\.text)) }
            return app.rows.allSatisfy { !$0.text.isEmpty }
          }
      }
      let texts = seen.withLock { $0 }
      #expect(texts.contains(["1", "2"]) && texts.contains(["2", "1"]))
      #expect(texts.joined().contains("The server answered with the status 503."))
      #expect(texts.joined().contains("The connection to example.com was lost."))
    }

    /// What the server did first may be what the app learns last.
    @Test func anExplorationSeesAnswersThatAreOlderThanOthers() {
      let isOlderSeen = Locked(false)
      explore(
        seeds: 200,
        sending: [RowMessage.tapped.to(App.at.rows[0]), RowMessage.tapped.to(App.at.rows[1])]
      ) { simulation in
        let count = Locked(0)
        let server = VirtualServer(conditions: .chosen(by: simulation, failing: false)) { _ in
          .text("\(count.withLock { $0 += 1; return $0 })")
        }
        return Simulated(program, interpreters: [.http(server)])
          .always("nothing is wrong") { app in
            if app.rows.map(\.text).sorted() == ["", "2"] { isOlderSeen.withLock { $0 = true } }
            return true
          }
      }
      #expect(isOlderSeen.withLock { $0 })
    }

    @Test func eventsAndProgressAreVirtualToo() {
      let server = VirtualServer(events: { _ in
        [.opened, .event(ServerSentEvent(data: "a")), .ended(nil)]
      }) { _ in .text("12345") }
      let feature = CombinedUpdater<Feed>([.full(FeedUpdater()), .full(FeedSubscriptions())])
      let app = AppTest(Program(model: Feed(), feature), interpreters: [.http(server)])
      app.start(exhaustive: [.model]) {
        $0.lines = ["a"]
        $0.isOpen = false
      }
      app.finish()
    }
  }
}

struct Feed: Model, Equatable {
  typealias Receives = FeedMessage
  var isOpen = true
  var lines: [String] = []
}

enum FeedMessage: Message, Equatable { case streamed(ServerSentUpdate) }

struct FeedUpdater: TypedUpdater {
  func update(model: inout Feed, message: FeedMessage) -> [any Command] {
    switch message {
    case .streamed(.event(let event)): model.lines.append(event.data)
    case .streamed(.ended): model.isOpen = false
    case .streamed: break
    }
    return []
  }
}

struct FeedSubscriptions: SubscriptionProvider {
  func subscriptions(model: Feed) -> [any Subscription] {
    model.isOpen
      ? [
        ServerSentEvents(
          .get("https://news.example.com/live"), Reply(FeedMessage.streamed))
      ] : []
  }
}
