import Katana
import KatanaTesting
import Testing

@testable import KatanaRuntime

@Suite struct ThrottlePeriodTests {
  /// The timer of a period fires while the runtime cancels all commands, just before it cancels the
  /// period too. It must not end the next period of the same id. The queued command has the same id,
  /// and its run goes on after it was cancelled.
  @Test func aTimerThatFiresTooLateDoesNotEndTheNextPeriod() throws {
    let (started, clock) = (Log(), ManualClock())
    let current = Locked<Runtime<ControlApp>?>(nil)
    @Sendable func throttled(_ name: String) -> any Command {
      Do(name).throttled(id: "id", for: .seconds(1))
    }
    let kept = Locked<[Dispatcher]>([])
    let runtime = try Runtime(
      Program(model: ControlApp(), ControlApp.updater),
      interpreters: [
        .command(Do.self) { command, dispatch in
          started(command.name)
          kept.withLock { $0.append(dispatch) }
          guard command.name == "1" else { return }
          dispatch.onCancel {
            current.withLock { $0 }?.dispatch(Ask(commands: [throttled("2")]))
            clock.advance(by: .seconds(1))
          }
        }
      ], options: RuntimeOptions(clock: clock))
    current.withLock { $0 = runtime }
    runtime.start()
    runtime.dispatch(Ask(commands: [Do("0").queued(id: "id", .atMost(1)), throttled("1")]))
    runtime.goOn(from: ControlApp())
    runtime.dispatch(Ask(commands: [throttled("3")]))
    #expect(started.all == ["0", "1", "2"])
    clock.advance(by: .seconds(1))
    runtime.dispatch(Ask(commands: [throttled("4")]))
    #expect(started.all == ["0", "1", "2", "4"])
    current.withLock { $0 = nil }
  }
}
