import Katana
import KatanaEffects
public import KatanaRuntime

extension Interpreter {
  /// Creates the interpreters of `Every`, `After`, `Now`, `Today` and `CurrentTimeZone`.
  ///
  /// ```swift
  /// try Runtime(program, interpreters: [.time()])
  /// ```
  ///
  /// Intervals and delays use the clock of the runtime. Dates use a wall clock.
  ///
  /// - Parameter wallClock: The source of dates and of the time zone. If it is `nil`, a runtime
  ///   with the system's clock uses the system's dates. A runtime with another clock, as in tests,
  ///   uses dates that follow that clock: they begin at 2001-01-01 00:00 GMT, so that each run of a
  ///   test sees the same dates.
  public static func time(_ wallClock: (any WallClock)? = nil) -> Interpreter {
    let fromStart = EveryInterpreter.Shared(wallClock: wallClock, alignment: .start)
    let byWallClock = EveryInterpreter.Shared(wallClock: wallClock, alignment: .wallClock)
    return .group([
      .subscription {
        EveryInterpreter(
          subscription: $0, dispatch: $1,
          shared: $0.alignment == .start ? fromStart : byWallClock)
      },
      .subscription(AfterInterpreter.self),
      .command(Now.self) { command, dispatch in
        dispatch.answer(command.reply, with: currentWallClock(wallClock, dispatch.clock).date)
      },
      .command(Today.self) { command, dispatch in
        let clock = currentWallClock(wallClock, dispatch.clock)
        dispatch.answer(command.reply, with: CalendarDate(clock.date, in: clock.timeZone))
      },
      .command(CurrentTimeZone.self) { command, dispatch in
        dispatch.answer(command.reply, with: currentWallClock(wallClock, dispatch.clock).timeZone)
      },
    ])
  }
}
