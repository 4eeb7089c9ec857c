public import Foundation

/// The source of the date and the time zone that people see. The runtime's clock only measures
/// durations.
///
/// A wall clock may be set forward or back, and may change its time zone.
public protocol WallClock: Sendable {
  /// The current date and time.
  var date: Date { get }

  /// The current time zone.
  var timeZone: TimeZone { get }
}

/// The wall clock of the system.
struct SystemWallClock: WallClock {
  /// Creates the clock.
  init() {}

  /// The current date and time.
  var date: Date { Date() }

  /// The current time zone of the system.
  var timeZone: TimeZone { .autoupdatingCurrent }
}
