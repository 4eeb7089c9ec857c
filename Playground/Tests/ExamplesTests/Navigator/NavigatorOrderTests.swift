import KatanaRuntime
import KatanaTesting
import Testing

@testable import Examples

/// All orders in which screens come, load and leave.
@Suite struct NavigatorOrderTests {
  @Test func detailsAreThoseOfTheirScreen() {
    let list = NavigatorApp.at.path[0][case: Screen.listCase]
    let seen = explore(
      seeds: 300,
      sending: [
        ListMessage.itemTapped("tea").to(list), NavigatorMessage.backTapped,
        NavigatorMessage.noticePosted("hello"), ListMessage.itemTapped("rice").to(list),
        NavigatorMessage.noticePosted("again"), NavigatorMessage.backTapped,
      ], inAnyOrder: true
    ) { simulation in
      let load: @Sendable () async -> Void = {
        try? await simulation.clock.sleep(for: .milliseconds(simulation.choose(1...2_000)))
      }
      return Simulated(
        navigatorProgram,
        interpreters: [
          .command(LoadItems.self, reply: \.reply) { _ in
            await load()
            return ["tea", "rice"]
          },
          .command(LoadItem.self, reply: \.reply) { command in
            await load()
            return command.item
          },
          .command(SaveSettings.self, reply: \.reply) { _ in await load() },
          .subscription(Silent<ItemsChanged>.self), .subscription(Silent<Viewers>.self),
          .subscription(Silent<SettingsChanged>.self),
        ]
      )
      .always("a text is that of its item") {
        $0.details.allSatisfy { [nil, $0.item].contains($0.text) }
      }
      .eventually("all is loaded") { $0.details.allSatisfy { $0.text != nil } }
      .eventually("no sheet stays") { $0.sheet == nil }
    }
    #expect(seen.orders > 5)
    #expect(seen.gone == 0, "what a screen has asked for is cancelled with it")
  }
}

extension NavigatorApp {
  fileprivate var details: [DetailScreen] {
    path.compactMap { if case .detail(let it) = $0 { it } else { nil } }
  }
}

/// Sends nothing.
private final class Silent<Sub: Subscription>: PlainSubscriptionInterpreter {
  init(subscription: Sub, dispatch: SubscriptionDispatcher<Sub>) {}

  func start() {}
  func stop() {}
}
