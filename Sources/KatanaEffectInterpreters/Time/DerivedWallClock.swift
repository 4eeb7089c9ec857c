import Foundation
package import KatanaRuntime

/// A wall clock that follows a runtime's clock, so that a test sees the same dates in each run.
struct DerivedWallClock: WallClock {
  let clock: any RuntimeClock

  var date: Date { Date(timeIntervalSinceReferenceDate: clock.now / .seconds(1)) }
  var timeZone: TimeZone { .gmt }
}

/// Returns the given wall clock, or else the one that fits the runtime's clock.
package func currentWallClock(
  _ stated: (any WallClock)?, _ clock: any RuntimeClock
) -> any WallClock {
  stated ?? (clock is SystemClock ? SystemWallClock() : DerivedWallClock(clock: clock))
}
