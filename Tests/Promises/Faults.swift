import Dispatch
import KatanaRuntime
import KatanaTesting

extension Promise {
  package static let faults = Promise(
    "faults", "whatever interpreters do, the app goes on, and is told", wanted: 1_000
  ) { trial in
    while trial.goesOn {
      try await FaultTrial().run(trial)
      trial.count()
    }
  }
}

/// One app whose interpreters throw, never return, send late, send too much, and block their thread.
private struct FaultTrial {
  func run(_ trial: Trial) async throws {
    let issues = Issues()
    let clock = ManualClock()
    let late = Locked<[SubscriptionDispatcher<Leaky>]>([])
    let gate = DispatchSemaphore(value: 0)
    let forgotten = Locked<UnsafeContinuation<Void, Never>?>(nil)
    let runtime = try Runtime(
      Program(
        model: Harm(),
        CombinedUpdater([
          .full(HarmUpdater()),
          .full(FunctionSubscriptionProvider<Harm> { $0.isLeaking ? [Leaky()] : [] }),
        ])),
      interpreters: [
        .command(HarmInterpreter(gate: gate, forgotten: forgotten)),
        .subscription { LeakyInterpreter($0, $1, late) },
      ], options: RuntimeOptions(clock: clock, history: History(), issues: issues.handler))
    runtime.start()
    for fault in Fault.allCases { runtime.dispatch(HarmMessage.doing(fault)) }
    trial.doing = "waiting for the rest of the app"
    await issues.wait(for: 3, of: .interpreterThrew)
    // Only now, because the history remembers 4,096 messages.
    runtime.dispatch(HarmMessage.doing(.flooding))
    await runtime.wait { $0.flood == 10_000 && $0.isBlockedNow }
    for dispatch in late.withLock({ $0 }) { dispatch(HarmMessage.afterStop) }
    runtime.dispatch(HarmMessage.fine)
    await runtime.wait { $0.isFine }
    gate.signal()
    trial.doing = "shutting down"
    let ending = Task.detached { await runtime.shutdown(deadline: .seconds(5)) }
    await clock.waitUntilScheduled()
    clock.advance(by: .seconds(5))
    await ending.value
    check(runtime, issues, trial)
    forgotten.withLock { $0 }?.resume()
  }

  private func check(_ runtime: Runtime<Harm>, _ issues: Issues, _ trial: Trial) {
    let model = runtime.model
    trial.check(!model.heardAfterStop, "a message of a stopped subscription was handled")
    trial.check(issues.count(.interpreterThrew) == 3, "three errors: \(issues.all)")
    trial.check(issues.count(.stragglers) == 1, "the one that never returns: \(issues.all)")
    trial.check(issues.all.count == 4, "more than that: \(issues.all)")
    for issue in issues.all where issue.kind == .interpreterThrew {
      trial.check(
        issue.text.contains("Cause: doing ("), "no cause: \(issue.text)")
    }
  }
}

private enum Fault: Int, CaseIterable, Sendable {
  case throwing, throwingAtOnce, throwingLate, neverReturning, blocking, leaking, stopping, flooding

  /// All that are tried at once.
  static let allCases: [Fault] = [
    .throwing, .throwingAtOnce, .throwingLate, .neverReturning, .blocking, .leaking, .stopping,
  ]
}

private enum HarmMessage: Message {
  case doing(Fault)
  case flood
  case blocked
  case afterStop
  case fine
}

private struct Harm: Model {
  var flood = 0
  var isBlockedNow = false
  var isLeaking = false
  var heardAfterStop = false
  var isFine = false
}

private struct Do: Command { var fault: Fault }
private struct Leaky: Subscription {}

private struct HarmUpdater: TypedUpdater {
  func update(model: inout Harm, message: HarmMessage) -> [any Command] {
    switch message {
    case .doing(.leaking): model.isLeaking = true
    case .doing(.stopping): model.isLeaking = false
    case .doing(let fault): return [Do(fault: fault)]
    case .flood: model.flood += 1
    case .blocked: model.isBlockedNow = true
    case .afterStop: model.heardAfterStop = true
    case .fine: model.isFine = true
    }
    return []
  }
}

private struct Broken: Error {}

private struct HarmInterpreter: AsyncCommandInterpreter {
  let gate: DispatchSemaphore
  /// What nobody resumes before the end of the trial.
  let forgotten: Locked<UnsafeContinuation<Void, Never>?>

  func interpret(_ command: Do, dispatch: Dispatcher) async throws {
    switch command.fault {
    case .throwing, .throwingAtOnce: throw Broken()
    case .throwingLate:
      await Task.yield()
      throw Broken()
    case .neverReturning:
      await withUnsafeContinuation { continuation in forgotten.withLock { $0 = continuation } }
    case .flooding: for _ in 0..<10_000 { dispatch(HarmMessage.flood) }
    case .blocking:
      dispatch(HarmMessage.blocked)
      block()
    case .leaking, .stopping: break
    }
  }

  /// Holds a thread of the pool.
  private func block() { _ = gate.wait(timeout: .now() + 600) }
}

private final class LeakyInterpreter: SubscriptionInterpreter {
  typealias Sub = Leaky
  private let dispatch: SubscriptionDispatcher<Leaky>
  private let late: Locked<[SubscriptionDispatcher<Leaky>]>

  init(
    _ leaky: Leaky, _ dispatch: SubscriptionDispatcher<Leaky>,
    _ late: Locked<[SubscriptionDispatcher<Leaky>]>
  ) {
    self.dispatch = dispatch
    self.late = late
  }

  func start() {}
  func stop() { late.withLock { $0.append(dispatch) } }
}
