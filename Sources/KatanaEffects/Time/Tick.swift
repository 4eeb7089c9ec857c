public import Foundation

/// What an ``Every`` reports each time.
public struct Tick: Hashable, Sendable, Codable {
  /// The number of intervals since the previous tick that was handled, or since the start.
  ///
  /// This is 1 unless ticks were skipped because the app was busy or the computer slept.
  public var intervals: Int
  /// The date of the wall clock at this tick.
  public var date: Date

  /// Creates a tick, for tests.
  ///
  /// - Parameters:
  ///   - intervals: The number of intervals since the previous tick.
  ///   - date: The date of the tick; the beginning of 2001 unless given.
  public init(_ intervals: Int = 1, date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    self.intervals = intervals
    self.date = date
  }
}
