import KatanaRuntime
import KatanaTesting

/// A runtime with a command that goes on until the test ends it.
struct HeldCommand {
  let clock: ManualClock
  let issues: IssueRecorder
  /// Says when the command is cancelled.
  let log: Log
  let runtime: Runtime<Notes>
  private let held: Locked<[Dispatcher]>

  init() throws {
    let (clock, issues, log) = (ManualClock(), IssueRecorder(), Log())
    let held = Locked<[Dispatcher]>([])
    runtime = try makeRuntime(
      [
        .command(
          Doing { _, dispatch in
            held.withLock { $0.append(dispatch) }
            dispatch.onCancel { log("cancelled") }
          })
      ], clock: clock, issues: issues)
    (self.clock, self.issues, self.log, self.held) = (clock, issues, log, held)
    runtime.start()
    runtime.dispatch(Note.doing("go", [Do("held")]))
  }

  func end() { held.withLock { $0 = [] } }
}
