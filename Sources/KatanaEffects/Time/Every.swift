public import Katana

/// Sends a message after each interval, for as long as the model declares it.
///
/// ```swift
/// model.isRunning ? [Every(.seconds(1), Reply(StopwatchMessage.ticked))] : []
/// ```
///
/// The message carries a ``Tick``, which says how many intervals have passed since the tick before.
/// Add that number; do not count messages:
///
/// ```swift
/// case .ticked(let tick): model.seconds += tick.intervals
/// ```
///
/// While the app is busy, a later tick replaces the one that waits, and stands for both. If the
/// computer sleeps, one tick comes when it wakes up, and stands for all intervals of the sleep. So
/// an app gets fewer messages than there were intervals, and loses no time.
///
/// The first message comes after one interval. The moments are multiples of the interval from the
/// start, so they do not drift.
///
/// Run by the interpreters of `.time()`.
public struct Every: Subscription {
  /// What the moments of ticks are multiples of.
  public enum Alignment: Hashable, Sendable {
    /// The start of the subscription, by the runtime's clock.
    case start
    /// The local time of the wall clock: an interval of 60 seconds ticks when a minute begins, one
    /// of a day at midnight.
    ///
    /// The ticks follow the clock that people see. After a change to or from daylight saving time
    /// the next tick comes when the local time is a multiple again, so that a day has 23, 24 or 25
    /// hours. If the clock is set forward, one tick stands for all multiples that were skipped. If it
    /// is set back, the next tick comes at the next multiple of the new time. A clock that was set
    /// is noticed within a minute.
    case wallClock
  }

  /// The time between two ticks; more than zero.
  public var interval: Duration
  /// What the moments of ticks are multiples of.
  public var alignment: Alignment
  /// Makes the message of each tick.
  public var reply: Reply<Tick>

  /// Creates a subscription that sends a message after each interval.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks; more than zero.
  ///   - alignment: What the moments of ticks are multiples of.
  ///   - reply: Makes the message of each tick.
  public init(_ interval: Duration, alignedTo alignment: Alignment = .start, _ reply: Reply<Tick>) {
    precondition(interval > .zero, "Every needs an interval of more than zero, not \(interval)")
    self.interval = interval
    self.alignment = alignment
    self.reply = reply
  }

  /// Creates a subscription whose messages do not carry a ``Tick``.
  ///
  /// For work that is done again and again, such as a refresh, where the number of ticks does not
  /// matter.
  public init(_ interval: Duration, alignedTo alignment: Alignment = .start, _ reply: Reply<Void>) {
    self.init(interval, alignedTo: alignment, reply.converting { (_: Tick) in })
  }

  /// Only the latest tick waits.
  public var buffering: MessageBuffering { .latest }
}
