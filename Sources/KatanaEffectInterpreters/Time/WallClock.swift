public import Foundation

/// The date and the time zone that people see, beside the runtime's clock, which only measures.
///
/// A wall clock may be set forward and back, and may change its time zone.
public protocol WallClock: Sendable {
  /// The current date and time.
  var date: Date { get }

  /// The current time zone.
  var timeZone: TimeZone { get }
}

/// The wall clock of the system.
public struct SystemWallClock: WallClock {
  /// Creates the clock.
  public init() {}

  /// The current date and time.
  public var date: Date { Date() }

  /// The time zone that the system is set to now.
  public var timeZone: TimeZone { .autoupdatingCurrent }
}
