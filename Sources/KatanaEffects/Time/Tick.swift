public import Foundation

/// What an ``Every`` knows when it sends a message.
public struct Tick: Hashable, Sendable, Codable {
  /// The number of intervals that have passed since the last tick that was handled, or since the
  /// start.
  ///
  /// It is 1 unless ticks were skipped because the app was busy or the computer slept.
  public var intervals: Int
  /// The time of the wall clock at this tick.
  public var date: Date

  /// Creates a tick, for tests.
  ///
  /// - Parameters:
  ///   - intervals: The number of intervals that have passed since the tick before.
  ///   - date: The time; the beginning of 2001 unless stated.
  public init(_ intervals: Int = 1, date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.intervals = intervals
    self.date = date
  }
}
