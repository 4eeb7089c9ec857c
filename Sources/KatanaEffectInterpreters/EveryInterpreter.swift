import Katana
public import KatanaEffects
public import KatanaRuntime

/// Runs ``KatanaEffects/Every``: register `.subscription(EveryInterpreter.self)`.
public final class EveryInterpreter: PlainSubscriptionInterpreter {
  private let interval: Duration
  private let ticker: Ticker

  /// An interpreter; made by the runtime.
  public init(subscription: Every, dispatch: SubscriptionDispatcher<Every>) {
    self.interval = subscription.interval
    self.ticker = Ticker(clock: dispatch.clock) { dispatch { $0.reply() } }
  }

  /// Schedules the first message.
  public func start() { ticker.start(every: interval) }

  /// Ends the schedule.
  public func stop() { ticker.stop() }
}
