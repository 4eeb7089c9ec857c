import Katana
import KatanaEffectInterpreters
import KatanaEffects
import KatanaRuntime
import KatanaTesting
import Testing

/// A manual clock that calls a closure while an action is being scheduled.
private final class InterruptedClock: RuntimeClock {
  let manual = ManualClock()
  let interruption = Locked<(@Sendable () -> Void)?>(nil)

  var now: Duration { manual.now }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let scheduled = manual.schedule(after: delay, action)
    let interruption = interruption.withLock { interruption in
      defer { interruption = nil }
      return interruption
    }
    interruption?()
    return scheduled
  }
}

private struct Timed: Model, Equatable {
  var isDeclared = true
  var count = 0
}

private enum TimedMessage: Message { case happened, ended }

private struct TimedUpdater: TypedUpdater, SubscriptionProvider {
  let declared: @Sendable (Reply<Void>) -> any Subscription

  func update(model: inout Timed, message: TimedMessage) -> [any Command] {
    switch message {
    case .happened: model.count += 1
    case .ended: model.isDeclared = false
    }
    return []
  }

  func subscriptions(model: Timed) -> [any Subscription] {
    model.isDeclared ? [declared(reply(.happened))] : []
  }
}

extension RealEffects {
  /// Subscriptions that schedule their next action while they are stopped.
  @Suite struct StoppedTimerTests {
    /// Lets a subscription stop while it schedules its next action for the second time.
    private func expectNothingScheduled(
      _ interpreters: Interpreter, _ declared: @escaping @Sendable (Reply<Void>) -> any Subscription
    ) async throws {
      let clock = InterruptedClock()
      let runtime = try Runtime(
        Program(model: Timed(), TimedUpdater(declared: declared)), interpreters: [interpreters],
        options: RuntimeOptions(clock: clock))
      runtime.start()
      let (stops, stop) = AsyncStream.makeStream(of: Int.self)
      clock.interruption.withLock {
        $0 = {
          runtime.dispatch(TimedMessage.ended)
          stop.yield(1)
        }
      }
      clock.manual.advance(by: .seconds(1))
      for await _ in stops { break }
      #expect(clock.manual.scheduledCount == 0)
      clock.manual.advance(by: .seconds(100))
      await runtime.shutdown()
      #expect(runtime.model.count == 0)
    }

    @Test func aStoppedTickerLeavesNoTimer() async throws {
      try await expectNothingScheduled(.time()) { Every(.seconds(1), $0) }
    }

    /// Writing fails, so it is to be tried again.
    @Test func aStoppedSaverLeavesNoTimer() async throws {
      let store = Interpreter.subscription {
        (persisted: Persisted, dispatch: SubscriptionDispatcher<Persisted>) in
        PersistedInterpreter(nil, persisted, dispatch, simulating: { true })
      }
      try await expectNothingScheduled(store) { reply in
        Persisted(1, to: "x", reply.converting { (_: StoreError) in })
      }
    }
  }
}
