import KatanaRuntime
import KatanaTesting

enum Heart: Message, Equatable { case beat, skipped }

/// Sends a message in each interval.
struct Pulse: Subscription {
  var name = "heart"
  var interval = Duration.seconds(1)
  var reply = Reply(Heart.beat)

  var id: String { name }
}

/// Repeats by the clock until it is stopped; accepts only an update to a longer interval.
final class PulseInterpreter: PlainSubscriptionInterpreter {
  private let dispatch: SubscriptionDispatcher<Pulse>
  private let interval: Locked<Duration>
  private let next = Locked<ScheduledAction?>(nil)

  init(subscription: Pulse, dispatch: SubscriptionDispatcher<Pulse>) {
    self.dispatch = dispatch
    interval = Locked(subscription.interval)
  }

  func start() { Self.schedule(dispatch, interval, next) }
  func stop() { next.withLock { $0 }?.cancel() }

  func update(to subscription: Pulse) -> Bool {
    guard subscription.interval > interval.withLock({ $0 }) else { return false }
    interval.withLock { $0 = subscription.interval }
    return true
  }

  private static func schedule(
    _ dispatch: SubscriptionDispatcher<Pulse>, _ interval: Locked<Duration>,
    _ next: Locked<ScheduledAction?>
  ) {
    let action = dispatch.clock.schedule(after: interval.withLock { $0 }) {
      schedule(dispatch, interval, next)
      dispatch { $0.reply() }
    }
    next.withLock { $0 = action }
  }
}

/// Repeats from a task that it cancels when it is stopped.
final class PulseTaskInterpreter: PlainSubscriptionInterpreter {
  private let subscription: Pulse
  private let dispatch: SubscriptionDispatcher<Pulse>
  private var task: Task<Void, Never>?

  init(subscription: Pulse, dispatch: SubscriptionDispatcher<Pulse>) {
    self.subscription = subscription
    self.dispatch = dispatch
  }

  func start() {
    task = Task { [interval = subscription.interval, dispatch] in
      let clock: any Clock<Duration> = dispatch.clock.swiftClock
      while (try? await clock.sleep(for: interval)) != nil { dispatch { $0.reply() } }
    }
  }

  func stop() { task?.cancel() }
}

/// Runs a closure of the test for each call.
final class ScriptedInterpreter: SubscriptionInterpreter {
  typealias Step = (SubscriptionDispatcher<Pulse>) -> Void
  private let dispatch: SubscriptionDispatcher<Pulse>
  private let onStart: Step
  private let onStop: Step

  init(
    dispatch: SubscriptionDispatcher<Pulse>, onStart: @escaping Step = { _ in },
    onStop: @escaping Step = { _ in }
  ) {
    self.dispatch = dispatch
    self.onStart = onStart
    self.onStop = onStop
  }

  func start() { onStart(dispatch) }
  func stop() { onStop(dispatch) }
  func update(to subscription: Pulse) -> Bool { false }
}

/// Sends by the clock, for ever.
@Sendable func beatForEver(_ dispatch: SubscriptionDispatcher<Pulse>) {
  dispatch.clock.schedule(after: .seconds(1)) {
    dispatch(Heart.beat)
    beatForEver(dispatch)
  }
}

/// Schedules an action for ever and sends nothing.
@Sendable func pollForEver(_ dispatch: SubscriptionDispatcher<Pulse>) {
  dispatch.clock.schedule(after: .seconds(1)) { pollForEver(dispatch) }
}
