public import Katana

/// Sends a message at regular intervals.
///
/// ```swift
/// model.isRunning ? [Every(.seconds(1), reply { .ticked($0) })] : []
/// ```
///
/// The message carries a ``Tick``, which states how many intervals have passed since the previous
/// tick. Add that number; do not count messages:
///
/// ```swift
/// case .ticked(let tick): model.seconds += tick.intervals
/// ```
///
/// The first message comes after one interval. Ticks are due at multiples of the interval from the
/// start, so they do not drift.
///
/// While the app is busy, a new tick replaces the one in the queue, and counts the intervals of
/// both. After the computer has slept, one tick counts all intervals of the sleep. So there may be
/// fewer messages than intervals, but the sum of ``Tick/intervals`` is exact.
///
/// Run by the interpreters of `.time()`.
public struct Every: Subscription {
  /// The moment from which the intervals are counted.
  public enum Alignment: Hashable, Sendable {
    /// The start of the subscription, by the runtime's clock.
    case start
    /// The local time of the wall clock. An interval of 60 seconds ticks at the start of each
    /// minute; an interval of one day ticks at midnight.
    ///
    /// After a change to or from daylight saving time, the next tick comes at the next multiple of
    /// the interval in local time. So a daily tick may come after 23 or 25 hours.
    ///
    /// If the clock is set forward, one tick counts all multiples that were skipped. If the clock
    /// is set back, the next tick comes at the next multiple in the new time. The interpreter
    /// detects a changed clock within a minute.
    case wallClock
  }

  /// The time between two ticks, more than zero.
  public var interval: Duration
  /// The moment from which the intervals are counted.
  package var alignment: Alignment
  /// The reply, which turns each tick into a message.
  public var reply: Reply<Tick>

  /// Creates a subscription that sends a message at regular intervals.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks, more than zero.
  ///   - alignment: The moment from which the intervals are counted.
  ///   - reply: Turns each tick into a message.
  public init(_ interval: Duration, alignedTo alignment: Alignment = .start, _ reply: Reply<Tick>) {
    precondition(interval > .zero, "Every needs an interval of more than zero, not \(interval)")
    self.interval = interval
    self.alignment = alignment
    self.reply = reply
  }

  /// Creates a subscription whose messages do not carry a ``Tick``.
  ///
  /// Use this for repeated work, such as a refresh, where the number of intervals does not matter.
  public init(_ interval: Duration, alignedTo alignment: Alignment = .start, _ reply: Reply<Void>) {
    self.init(interval, alignedTo: alignment, reply.converting { (_: Tick) in })
  }

  /// `.latest`: a newer tick replaces the one in the queue.
  public var buffering: MessageBuffering { .latest }
}
