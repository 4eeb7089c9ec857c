import Katana
import KatanaEffects
import KatanaRuntime

/// Runs an `After`.
final class AfterInterpreter: PlainSubscriptionInterpreter {
  private let delay: Duration
  private let dispatch: SubscriptionDispatcher<After>
  private var scheduled: ScheduledAction?

  init(subscription: After, dispatch: SubscriptionDispatcher<After>) {
    self.delay = subscription.delay
    self.dispatch = dispatch
  }

  func start() {
    scheduled = dispatch.clock.schedule(after: delay) { [dispatch] in
      dispatch.answer(\.reply, with: ())
    }
  }

  func stop() { scheduled?.cancel() }
}
