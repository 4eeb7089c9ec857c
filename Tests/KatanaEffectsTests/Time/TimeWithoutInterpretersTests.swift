import Katana
import KatanaEffects
import KatanaTesting
import Testing

/// A test that lets time pass without the interpreters of time is told so.
@Suite struct TimeWithoutInterpretersTests {
  enum WatchMessage: Message, Equatable { case ticked(Tick) }
  struct Watch: Model, Equatable { var seconds = 0 }
  struct WatchFeature: TypedUpdater, SubscriptionProvider {
    func update(model: inout Watch, message: WatchMessage) -> [any Command] {
      if case .ticked(let tick) = message { model.seconds += tick.intervals }
      return []
    }
    func subscriptions(model: Watch) -> [any Subscription] {
      [Every(.seconds(1), reply { .ticked($0) })]
    }
  }

  @Test func aTestIsToldThatTimeCausesNothing() {
    let found = failures {
      let app = AppTest(Program(model: Watch(), WatchFeature()))
      app.start(subscriptions: [.started(Every(.seconds(1), Reply(WatchMessage.ticked)))])
      app.advance(by: .seconds(1)) { $0.seconds = 1 }
      app.finish()
    }
    #expect(
      found.map(\.text) == [
        """
        advance(by: .seconds(1)): the model is not as expected (− expected, + actual).
        Model:
          .seconds
            − 1
            + 0
        The test has no interpreters for these subscriptions, so time causes nothing in them: \
        Every(interval: .seconds(1), alignment: .start, reply: Reply(WatchMessage.…)).
        To fix this, make the app with their interpreters, such as `interpreters: [.time()]` for `Every`, \
        or send their events with `emit(\\Every.reply, with: …)`.
        """
      ])
  }
}
