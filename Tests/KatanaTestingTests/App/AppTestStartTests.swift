import Katana
import KatanaTesting
import Testing

/// A test states what the start of an app causes.
@Suite struct AppTestStartTests {
  private struct Alarm: Model, Equatable { var isOn = true }
  private struct TurnedOff: Message, Equatable {}
  private struct Clock: Subscription, Equatable { var id: Int { 1 } }

  /// An app whose first command stops what its first model declares.
  private func start(subscriptions: [SubscriptionChange]) -> [String] {
    failures {
      let off = TypedFunctionUpdater { (model: inout Alarm, message: TurnedOff) in
        model.isOn = false
        return []
      }
      let clock = FunctionSubscriptionProvider<Alarm> { $0.isOn ? [Clock()] : [] }
      let app = AppTest(
        Program(
          model: Alarm(), CombinedUpdater<Alarm>([.full(off), .full(clock)]),
          commands: [Send(TurnedOff())]))
      app.start(commands: [Send(TurnedOff())], subscriptions: subscriptions) { $0.isOn = false }
      app.finish()
    }.map(\.text)
  }

  @Test func aSubscriptionThatTheStartStartsAndStopsMustBeStated() {
    #expect(start(subscriptions: [.started(Clock()), .stopped(Clock())]) == [])
    let missing = start(subscriptions: [])
    #expect(missing.count == 1 && missing[0].contains("subscriptions are not as expected"))
  }
}
