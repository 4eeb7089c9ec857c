import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

extension RealEffects.TwinTests {
  /// A delay that is no delay. The stand-in calls nothing before it is advanced.
  @Test func clocksTakeTheSameDelays() async throws {
    let manual = ManualClock()
    for clock in [SystemClock(), manual] as [any RuntimeClock] {
      let runtime = try Runtime(
        Program(model: Passed(), PassedUpdater()), interpreters: [.time()],
        options: RuntimeOptions(clock: clock))
      runtime.start()
      manual.advance(by: .zero)
      for await model in runtime.models where model.ids.count == 3 { break }
      await runtime.shutdown()
      #expect(runtime.model.ids.sorted() == [0, 1, 2], "\(clock)")
    }
    #expect(manual.scheduledCount == 0)
  }
}

private struct Passed: Model, Equatable { var ids: [Int] = [] }

private enum PassedMessage: Message { case passed(Int) }

private struct PassedUpdater: TypedUpdater, SubscriptionProvider {
  func update(model: inout Passed, message: PassedMessage) -> [any Command] {
    guard case .passed(let id) = message else { return [] }
    model.ids.append(id)
    return []
  }

  func subscriptions(model: Passed) -> [any Subscription] {
    [Duration.seconds(-1), .zero, Duration(attoseconds: .min)].enumerated().map { id, delay in
      After(delay, id: id, reply { .passed(id) })
    }
  }
}
