import Foundation
public import KatanaEffects

extension Tick {
  /// Creates the tick that a test's app gets at a time of its clock.
  ///
  /// The wall clock of a test begins at 2001-01-01 00:00 in Greenwich, unless `.time(_:)` is given
  /// another one.
  ///
  /// - Parameters:
  ///   - intervals: The number of intervals that have passed since the tick before.
  ///   - time: The time of the runtime's clock.
  public init(_ intervals: Int = 1, at time: Duration) {
    self.init(intervals, date: Date(timeIntervalSinceReferenceDate: time / .seconds(1)))
  }
}
