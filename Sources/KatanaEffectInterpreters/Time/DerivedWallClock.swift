import Foundation
import KatanaRuntime

/// A wall clock that goes on with a runtime's clock, so that a test sees the same dates each time.
struct DerivedWallClock: WallClock {
  let clock: any RuntimeClock

  var date: Date { Date(timeIntervalSinceReferenceDate: clock.now / .seconds(1)) }
  var timeZone: TimeZone { .gmt }
}

/// Returns the wall clock that was stated or, if none was, the one that fits the runtime's clock.
func currentWallClock(
  _ stated: (any WallClock)?, _ clock: any RuntimeClock
) -> any WallClock {
  stated ?? (clock is SystemClock ? SystemWallClock() : DerivedWallClock(clock: clock))
}
