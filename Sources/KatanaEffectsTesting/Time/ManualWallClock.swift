public import Foundation
public import KatanaEffectInterpreters
import KatanaRuntime
public import KatanaTesting

/// A wall clock that a test can set, and that otherwise advances with a manual clock.
///
/// ```swift
/// let clock = ManualClock()
/// let wallClock = ManualWallClock(clock, at: "2026-03-29T00:59:50Z", in: "Europe/Rome")
/// let app = AppTest(program, interpreters: [.time(wallClock)], clock: clock)
/// app.advance(by: .seconds(10), …)
/// wallClock.jump(by: .seconds(-3_600))
/// ```
public final class ManualWallClock: WallClock {
  private let clock: ManualClock
  private let state: Locked<(difference: TimeInterval, zone: TimeZone)>

  /// Creates a wall clock from a date.
  ///
  /// - Parameters:
  ///   - clock: The clock with which it advances.
  ///   - date: The date that it shows now.
  ///   - timeZone: The time zone that it shows.
  public init(_ clock: ManualClock, at date: Date, in timeZone: TimeZone = .gmt) {
    self.clock = clock
    self.state = Locked((date.timeIntervalSinceReferenceDate - clock.seconds, timeZone))
  }

  /// Creates a wall clock from the text of a date and the name of a time zone.
  ///
  /// Stops the process if one of them is invalid.
  ///
  /// - Parameters:
  ///   - clock: The clock with which it advances.
  ///   - date: The date that it shows now, in ISO 8601 format, such as `2026-11-22T09:30:00Z`.
  ///   - timeZone: The name of the time zone that it shows, such as `Europe/Rome`.
  public convenience init(_ clock: ManualClock, at date: String, in timeZone: String = "GMT") {
    guard let moment = try? Date(date, strategy: .iso8601) else {
      preconditionFailure("\"\(date)\" is not a date. Write it as in 2026-11-22T09:30:00Z.")
    }
    guard let zone = TimeZone(identifier: timeZone) else {
      preconditionFailure("The system knows no time zone \"\(timeZone)\".")
    }
    self.init(clock, at: moment, in: zone)
  }

  /// The date that the clock shows now.
  public var date: Date {
    Date(timeIntervalSinceReferenceDate: state.withLock { $0.difference } + clock.seconds)
  }

  /// The time zone. Set it to test an app whose user travels.
  public var timeZone: TimeZone {
    get { state.withLock { $0.zone } }
    set { state.withLock { $0.zone = newValue } }
  }

  /// Sets the date. The manual clock does not change.
  public func set(to date: Date) {
    state.withLock { $0.difference = date.timeIntervalSinceReferenceDate - clock.seconds }
  }

  /// Sets the date forward, or back if the duration is negative. The manual clock does not change.
  public func jump(by duration: Duration) {
    state.withLock { $0.difference += duration / .seconds(1) }
  }
}

extension ManualClock {
  fileprivate var seconds: TimeInterval { now / .seconds(1) }
}
