import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// The interpreters of `Every`, `After`, `Now`, `Today` and `CurrentTimeZone`.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.time()])
  /// ```
  ///
  /// Intervals and delays go by the runtime's clock. Dates come from a wall clock.
  ///
  /// - Parameter wallClock: Where dates and the time zone come from. If it is not stated, a runtime
  ///   by the system's clock takes the system's dates; a runtime by another clock, as in tests,
  ///   begins at 2001-01-01 00:00 in Greenwich and goes on with its clock, so that each run of a
  ///   test sees the same dates.
  public static func time(_ wallClock: (any WallClock)? = nil) -> Interpreter {
    .group([
      .subscription { EveryInterpreter(subscription: $0, dispatch: $1, wallClock: wallClock) },
      .subscription(AfterInterpreter.self),
      .command(Now.self) { command, dispatch in
        dispatch(command.reply(currentWallClock(wallClock, dispatch.clock).date))
      },
      .command(Today.self) { command, dispatch in
        let clock = currentWallClock(wallClock, dispatch.clock)
        dispatch(command.reply(CalendarDate(clock.date, in: clock.timeZone)))
      },
      .command(CurrentTimeZone.self) { command, dispatch in
        dispatch(command.reply(currentWallClock(wallClock, dispatch.clock).timeZone))
      },
    ])
  }
}
