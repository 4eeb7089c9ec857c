public import Katana

/// A message again and again, for as long as the model declares it; the first after one interval.
///
/// ```swift
/// model.isRunning ? [Every(.seconds(1), Reply(ClockMessage.ticked))] : []
/// ```
///
/// Run by `EveryInterpreter` of `KatanaEffectInterpreters`, by the runtime's clock. The moments are
/// multiples of the interval from the start, so they do not drift. If the app is busy for longer
/// than an interval, one message waits and later ones give way to it.
public struct Every: Subscription {
  /// The time between two messages; more than zero.
  public var interval: Duration
  /// What is sent.
  public var reply: Reply<Void>

  /// A message each interval, which must be more than zero.
  public init(_ interval: Duration, _ reply: Reply<Void>) {
    precondition(interval > .zero, "Every needs an interval of more than zero, not \(interval)")
    self.interval = interval
    self.reply = reply
  }

  /// Only the latest waits.
  public var buffering: MessageBuffering { .latest }
}
