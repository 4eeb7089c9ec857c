import KatanaRuntime

/// C: what each word about a command costs, beside the command alone.
///
/// The commands end before their interpreter returns. Those of CL last longer, as most commands with
/// such words do.
enum Controls {
  static var rows: [Row] {
    lasting + [
      row("bare", "a command, performed") { [Nothing()] },
      row("cancellable", ".cancellable(id:)") { [Nothing().cancellable(id: 1)] },
      row("cancel", "Cancel(id:), where nothing runs") { [Cancel(id: 1)] },
      row("queued", ".queued(id:, .latestWins)") { [Nothing().queued(id: 1, .latestWins)] },
      row("timeout", ".timingOut(after:)") { [Nothing().timingOut(after: .milliseconds(1))] },
      row("retried", ".retried, without an error") { [Nothing().retried(Retry(3))] },
      row("onFailure", ".onFailure, without an error") { [Nothing().onFailure(Add(amount: 1))] },
      row("Send", "Send") { [Send(Add(amount: 1))] },
      row("Sequential", "Sequential of one") { [Sequential([Nothing()])] },
      row("Sequential-3", "Sequential of three") {
        [Sequential([Nothing(), Nothing(), Nothing()])]
      },
      row("Concurrent", "Concurrent of one") { [Concurrent([Nothing()])] },
      row("Concurrent-3", "Concurrent of three") {
        [Concurrent([Nothing(), Nothing(), Nothing()])]
      },
      timed("delayed", ".delayed(by:), with its timer") {
        [Nothing().delayed(by: .milliseconds(1))]
      },
      timed("debounced", ".debounced(id:, for:), with its timer") {
        [Nothing().debounced(id: 1, for: .milliseconds(1))]
      },
      timed("throttled", ".throttled(id:, for:), with its timer") {
        [Nothing().throttled(id: 1, for: .milliseconds(1))]
      },
    ]
  }

  private static var lasting: [Row] {
    [
      lasting("bare", "a command that ends after its interpreter has returned") { [Last()] },
      lasting("cancellable", ".cancellable(id:)") { [Last().cancellable(id: 1)] },
      lasting("queued", ".queued(id:, .latestWins)") { [Last().queued(id: 1, .latestWins)] },
      lasting("timeout", ".timingOut(after:)") { [Last().timingOut(after: .milliseconds(1))] },
      lasting("retried", ".retried, without an error") { [Last().retried(Retry(3))] },
      lasting("onFailure", ".onFailure, without an error") { [Last().onFailure(Add(amount: 1))] },
      lasting("Sequential", "Sequential of one") { [Sequential([Last()])] },
      lasting("Concurrent", "Concurrent of one") { [Concurrent([Last()])] },
      lasting("bare-3", "three commands") { [Last(), Last(), Last()] },
      lasting("Concurrent-3", "Concurrent of three", floor: "CL.bare-3") {
        [Concurrent([Last(), Last(), Last()])]
      },
    ]
  }

  /// A command that ends when the interpreter lets go of its dispatcher, after the message.
  private static func lasting(
    _ variant: String, _ title: String, floor: String = "CL.bare",
    _ commands: @escaping @Sendable () -> [any Command]
  ) -> Row {
    let isBare = variant.hasPrefix("bare")
    return Row(
      name: "CL.\(variant)", title: title, floor: isBare ? "F0" : floor,
      goals: isBare ? [] : [.times(floor, atMost: 3)]
    ) {
      let interpreter = LastInterpreter()
      let runtime = try started(commands, StepClock(), [.command(interpreter)])
      return .direct { times in
        for _ in 0..<times {
          runtime.dispatch(Ask())
          interpreter.end()
        }
      }
    }
  }

  private static func row(
    _ variant: String, _ title: String, _ commands: @escaping @Sendable () -> [any Command]
  ) -> Row {
    Row(name: "C.\(variant)", title: title, floor: variant == "bare" ? "F0" : "C.bare") {
      let runtime = try started(commands, StepClock())
      return .direct { times in for _ in 0..<times { runtime.dispatch(Ask()) } }
    }
  }

  /// The same, with the time after each message that lets the command begin.
  private static func timed(
    _ variant: String, _ title: String, _ commands: @escaping @Sendable () -> [any Command]
  ) -> Row {
    Row(name: "C.\(variant)", title: title, floor: "C.bare") {
      let clock = StepClock()
      let runtime = try started(commands, clock)
      return .direct { times in
        for _ in 0..<times {
          runtime.dispatch(Ask())
          clock.step()
        }
      }
    }
  }

  private static func started(
    _ commands: @escaping @Sendable () -> [any Command], _ clock: StepClock,
    _ interpreters: [Interpreter] = [.command(NothingInterpreter())]
  ) throws -> Runtime<Counter> {
    let runtime = try Runtime(
      Program(
        model: Counter(),
        CombinedUpdater<Counter>([
          .full(AnswerUpdater(commands: commands)), .full(AddUpdater()),
        ])), interpreters: interpreters, options: RuntimeOptions(clock: clock))
    runtime.start()
    return runtime
  }
}

/// Answers each message with commands made anew.
struct AnswerUpdater: TypedUpdater {
  let commands: @Sendable () -> [any Command]
  func update(model: inout Counter, message: Ask) -> [any Command] { commands() }
}

struct Nothing: Command {}

private struct NothingInterpreter: CommandInterpreter {
  func interpret(_ command: Nothing, dispatch: Dispatcher) {}
}

private struct Last: Command {}

/// Holds its dispatchers until it is told to let go of them.
private final class LastInterpreter: CommandInterpreter, @unchecked Sendable {
  // Sendable, because both uses are on the thread of the benchmark.
  private var dispatchers: [Dispatcher] = []

  func interpret(_ command: Last, dispatch: Dispatcher) { dispatchers.append(dispatch) }
  func end() { dispatchers.removeAll(keepingCapacity: true) }
}
