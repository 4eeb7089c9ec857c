import KatanaRuntime

extension Promise {
  package static let lifetime = Promise(
    "lifetime", "a million commands leave nothing behind; all goes with the runtime",
    wanted: 1_000_000
  ) { trial in
    var life: Presence? = Presence()
    weak let watched = life
    var runtime: Runtime<Days>? = try Runtime(
      Program(
        model: Days(),
        CombinedUpdater([
          .full(DaysUpdater()), .full(FunctionSubscriptionProvider<Days> { _ in [Sun()] }),
        ])),
      interpreters: [
        .command(LiveInterpreter(life: life!)), .command(SlowInterpreter(life: life!)),
        .subscription { [life] in SunInterpreter($0, $1, life!) },
      ])
    life = nil
    weak let handle = runtime
    runtime?.start()
    var before = 0
    while trial.goesOn {
      for _ in 1..<1_024 { runtime?.dispatch(Dawn()) }
      // The last one starts a task; waiting for it lets those before it end, which were cancelled.
      try await runtime?.settle(Dawn())
      trial.count(1_024)
      if before == 0 && trial.cases >= trial.wanted / 10 { before = residentBytes() }
    }
    trial.checkMemory(since: before)
    trial.check(watched != nil, "the interpreters went too early")
    await runtime?.shutdown()
    runtime = nil
    trial.check(handle == nil, "the runtime is kept")
    // The last task may be letting go of its interpreter at this moment. An object that is kept has no
    // event to wait for, so this asks again and again.
    let end = ContinuousClock.now + .seconds(60)
    while watched != nil && ContinuousClock.now < end { await Task.yield() }
    trial.check(watched == nil, "the interpreters are kept")
  }
}

private final class Presence: Sendable {}
private struct Days: Model { var count = 0 }
private struct Dawn: Message {}
private struct Live: Command {}
private struct Slow: Command {}
private struct Sun: Subscription {}

private struct DaysUpdater: TypedUpdater {
  func update(model: inout Days, message: Dawn) -> [any Command] {
    model.count += 1
    return model.count.isMultiple(of: 16)
      ? [Slow().cancellable(id: 0, cancelInFlight: true)] : [Live()]
  }
}

private struct LiveInterpreter: CommandInterpreter {
  let life: Presence
  func interpret(_ command: Live, dispatch: Dispatcher) {}
}

private struct SlowInterpreter: AsyncCommandInterpreter {
  let life: Presence
  func interpret(_ command: Slow, dispatch: Dispatcher) async { await Task.yield() }
}

private final class SunInterpreter: SubscriptionInterpreter {
  typealias Sub = Sun
  private let dispatch: SubscriptionDispatcher<Sun>
  private let life: Presence

  init(_ sun: Sun, _ dispatch: SubscriptionDispatcher<Sun>, _ life: Presence) {
    self.dispatch = dispatch
    self.life = life
  }

  func start() {}
  func stop() {}
}
