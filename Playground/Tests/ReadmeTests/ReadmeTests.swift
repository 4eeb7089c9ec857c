import Foundation
import KatanaEffectInterpreters
import KatanaEffects
import KatanaEffectsTesting
import KatanaRuntime
import KatanaTesting
import Testing

@testable import counter

@Test func theCounterGoesUp() {
  let test = StepTest(CounterUpdater(), model: Counter())
  test.send(.increased, commands: [Show(text: "The counter is at 1.")]) { $0.value = 1 }
}

struct News: Model, Equatable {
  typealias Receives = NewsMessage
  var titles: [String] = []
  var isOffline = false
}

enum NewsMessage: Message {
  case reloadTapped, cleared
  case loaded(Outcome<[String], HTTPError>)
}

struct NewsUpdater: TypedUpdater {
  func update(model: inout News, message: NewsMessage) -> [any Command] {
    switch message {
    case .reloadTapped:
      return [FetchJSON(.get("https://example.com/news"), reply { .loaded($0) })]
    case .cleared: model = News()
    case .loaded(.success(let titles)): model.titles = titles
    case .loaded(.failure): model.isOffline = true
    }
    return []
  }
}

@Test func theNewsAreLoaded() {
  let app = AppTest(Program(model: News(), NewsUpdater()))
  app.send(
    .reloadTapped,
    commands: [FetchJSON(.get("https://example.com/news"), Reply(NewsMessage.loaded))])
  app.respond(to: .get, "/news", .json(#"["Elm"]"#)) { $0.titles = ["Elm"] }
}

/// What the README says that a test prints is what it prints.
@Suite struct ReadmeTests {
  private let readme: String

  init() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    readme = try String(contentsOf: top.appending(path: "README.md"), encoding: .utf8)
  }

  private func expectShown(_ text: String) {
    let shown = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "    \($0)" }.joined(separator: "\n")
    #expect(readme.contains(shown), "README.md should show:\n\(shown)")
  }

  @Test func aFailureShowsWhatDiffers() throws {
    let found = failures {
      let test = StepTest(CounterUpdater(), model: Counter())
      test.send(.increased, commands: [Show(text: "1")]) { $0.value = 2 }
    }
    expectShown(try #require(found.first).text)
  }

  @Test func theHistoryNamesTheCauseOfAMessage() async throws {
    let history = History()
    let server = VirtualServer { _ in .json(#"["Elm"]"#) }
    let runtime = try Runtime(
      Program(model: News(), NewsUpdater()), interpreters: [.http(server)],
      options: RuntimeOptions(clock: ManualClock(), history: history))
    runtime.start()
    runtime.dispatch(.reloadTapped, file: "App/NewsView.swift", line: 31)
    #expect(runtime.model.titles == ["Elm"])
    expectShown(
      history.chain(of: history.latest).replacing(/ReadmeTests.swift:[0-9]+/) { _ in
        "NewsUpdater.swift:12"
      })
    await runtime.shutdown()
  }

  @Test func anExplorationFindsTheOrderThatNobodyThoughtOf() throws {
    let found = failures {
      explore(seeds: 500, sending: [NewsMessage.reloadTapped, .cleared]) { simulation in
        let server = VirtualServer(conditions: .chosen(by: simulation, failing: false)) { _ in
          .json(#"["Elm"]"#)
        }
        return Simulated(Program(model: News(), NewsUpdater()), interpreters: [.http(server)])
          .eventually("nothing is left") { $0.titles.isEmpty }
      }
    }
    let text = try #require(found.first).text.replacing(/ReadmeTests.swift:[0-9]+/) { _ in
      "NewsTests.swift:9"
    }
    expectShown(text.split(separator: "\n").prefix(5).joined(separator: "\n"))
  }
}
