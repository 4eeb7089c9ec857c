import KatanaRuntime
import KatanaTesting
import Synchronization

extension Promise {
  package static let nesting = Promise(
    "nesting", "no update begins within another, wherever it is asked for", wanted: 1_000_000
  ) { trial in
    for execution in [Execution.caller, .serial(QueueExecutor()), .main] {
      try await NestingTrial(depth: Depth(), execution: execution).run(trial)
    }
  }
}

/// Sends from within every function that the runtime calls.
private struct NestingTrial {
  let depth: Depth
  let execution: Execution

  func run(_ trial: Trial) async throws {
    let depth = depth
    let target = trial.cases + trial.wanted / 3
    let runtime = try Runtime(
      Program(
        model: Sites(),
        CombinedUpdater([
          .full(SitesUpdater(depth: depth)),
          .full(FunctionSubscriptionProvider<Sites> { [Site(payload: $0.count % 4 / 2)] }),
        ])),
      interpreters: [
        .command(SitesInterpreter(depth: depth)), .command(SlowSitesInterpreter(depth: depth)),
        .subscription { SiteInterpreter($0, $1, depth) },
      ],
      options: RuntimeOptions(
        interceptors: [
          Interceptor(
            started: { depth.begin($0) },
            before: { _, _ in
              depth.call()
              return .handle
            },
            after: { _, _, _ in depth.call() })
        ], execution: execution, issues: IssueHandler { _ in }))
    let observation = runtime.observe { (_: Sites) in depth.call() }
    runtime.start()
    while trial.cases < target, !trial.isTimeOver {
      let before = depth.sent
      depth.refill(1_000)
      runtime.dispatch(Visit())
      await runtime.wait { $0.count >= depth.sent + 1 - before || depth.isEmpty }
      trial.count(max(1, depth.sent - before))
    }
    observation.cancel()
    await runtime.shutdown()
    // None at all, where the time was over before.
    trial.check(depth.deepest <= 1, "updates were \(depth.deepest) deep")
  }
}

private struct Visit: Message {}
private struct Call: Command {}
private struct SlowCall: Command {}
private struct Sites: Model { var count = 0 }

private struct Site: Subscription {
  var payload: Int
  var id: Int { 0 }
}

/// Sends, and notes how deep updates are.
private final class Depth: @unchecked Sendable {
  // Sendable, because the dispatcher is set before anything is sent, and the rest is atomic.
  private let current = Atomic<Int>(0)
  private let maximum = Atomic<Int>(0)
  private let left = Atomic<Int>(0)
  private let count = Atomic<Int>(0)
  private var dispatch: Dispatcher?

  var deepest: Int { maximum.load(ordering: .relaxed) }
  var sent: Int { count.load(ordering: .relaxed) }
  var isEmpty: Bool { left.load(ordering: .relaxed) <= 0 }
  func begin(_ dispatch: Dispatcher) { self.dispatch = dispatch }
  func refill(_ number: Int) { left.store(number, ordering: .relaxed) }

  func update(_ body: () -> Void) {
    let depth = current.add(1, ordering: .relaxed).newValue
    maximum.max(depth, ordering: .relaxed)
    body()
    current.subtract(1, ordering: .relaxed)
  }

  func call(_ own: Dispatcher? = nil) {
    guard left.subtract(1, ordering: .relaxed).newValue >= 0 else { return }
    count.add(1, ordering: .relaxed)
    (own ?? dispatch)?(Visit())
  }
}

private struct SitesUpdater: TypedUpdater {
  let depth: Depth
  func update(model: inout Sites, message: Visit) -> [any Command] {
    depth.update { model.count += 1 }
    return model.count.isMultiple(of: 16) ? [Call(), SlowCall()] : [Call()]
  }
}

private struct SitesInterpreter: CommandInterpreter {
  let depth: Depth
  func interpret(_ command: Call, dispatch: Dispatcher) { depth.call(dispatch) }
}

private struct SlowSitesInterpreter: AsyncCommandInterpreter {
  let depth: Depth
  func interpret(_ command: SlowCall, dispatch: Dispatcher) async { depth.call(dispatch) }
}

private final class SiteInterpreter: SubscriptionInterpreter {
  typealias Sub = Site
  private let dispatch: SubscriptionDispatcher<Site>
  private let depth: Depth

  init(_ site: Site, _ dispatch: SubscriptionDispatcher<Site>, _ depth: Depth) {
    self.dispatch = dispatch
    self.depth = depth
  }

  func start() {
    depth.call()
    dispatch(Visit())
  }
  func stop() { depth.call() }
  func update(to site: Site) -> Bool {
    depth.call()
    return false
  }
}
