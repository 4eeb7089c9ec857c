import KatanaRuntime

/// C: what each word about a command costs, beside the command alone. The commands end before their
/// interpreter returns.
enum Controls {
  static var rows: [Row] {
    [
      row("bare", "a command, performed", Perform(Nothing())),
      row("cancellable", ".cancellable(id:)", Perform(Nothing().cancellable(id: 1))),
      row("queued", ".queued(id:, .latestWins)", Perform(Nothing().queued(id: 1, .latestWins))),
      row(
        "timeout", ".timingOut(after:)", Perform(Nothing().timingOut(after: .milliseconds(1)))),
      row("retried", ".retried, without an error", Perform(Nothing().retried(Retry(3)))),
      row(
        "onFailure", ".onFailure, without an error",
        Perform(Nothing().onFailure(Add(amount: 1)))),
      row("Send", "Send", Perform(Send(Add(amount: 1)))),
      row("Sequential", "Sequential of one", Perform(Sequential([Nothing()]))),
      row("Concurrent", "Concurrent of one", Perform(Concurrent([Nothing()]))),
      row(
        "delayed", ".delayed(by:), with its timer",
        Perform(Nothing().delayed(by: .milliseconds(1))), isDelayed: true),
    ]
  }

  /// - Parameter isDelayed: Whether time has to pass after each message, so that the command begins.
  private static func row(
    _ variant: String, _ title: String, _ message: Perform, isDelayed: Bool = false
  ) -> Row {
    Row(name: "C.\(variant)", title: title, floor: variant == "bare" ? "F0" : "C.bare") {
      let clock = StepClock()
      let runtime = try started(
        Counter(), Counter.performing, [.command(NothingInterpreter())],
        RuntimeOptions(clock: clock))
      return .direct { times in
        for _ in 0..<times {
          runtime.dispatch(message)
          if isDelayed { clock.step() }
        }
      }
    }
  }
}

private struct Nothing: Command {}

private struct NothingInterpreter: CommandInterpreter {
  func interpret(_ command: Nothing, dispatch: Dispatcher) {}
}

/// A clock that goes on by a second when it is told to, as cheap as can be.
private final class StepClock: RuntimeClock, @unchecked Sendable {
  // Sendable, because one thread uses it.
  @exclusivity(unchecked) private(set) var now = Duration.zero
  @exclusivity(unchecked) private var timers: [Timer] = []

  private final class Timer: @unchecked Sendable {
    // Sendable for the same reason.
    var action: (@Sendable () -> Void)?
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let timer = Timer(action)
    timers.append(timer)
    // A timer that was cancelled would stay for ever where nobody lets time pass.
    if timers.count > 64 { timers.removeAll { $0.action == nil } }
    return ScheduledAction { timer.action = nil }
  }

  /// Everything that was scheduled is due.
  func step() {
    now += .seconds(1)
    let due = timers
    timers.removeAll()
    for timer in due { timer.action?() }
  }
}
