import Foundation
public import KatanaEffects

extension Tick {
  /// Creates the tick that an app under test receives at a time of its clock.
  ///
  /// The date of the tick is right if the test uses the default wall clock of `.time()`, which
  /// begins at 2001-01-01 00:00 GMT.
  ///
  /// - Parameters:
  ///   - intervals: The number of intervals since the previous tick.
  ///   - time: The time of the runtime's clock.
  public init(_ intervals: Int = 1, at time: Duration) {
    self.init(intervals, date: Date(timeIntervalSinceReferenceDate: time / .seconds(1)))
  }
}
