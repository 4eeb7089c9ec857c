import KatanaRuntime

@testable import KatanaTesting

extension Program {
  /// Runs the app under a seed, beside the reference.
  ///
  /// - Returns: What the runtime did that the reference does not allow; `nil` if there is nothing.
  func violation(seed: UInt64, on scheduler: Scheduler) -> Violation? {
    scheduler.begin(seed: seed)
    let world = World(self, Simulation(seed: seed, scheduler))
    do {
      let runtime = try makeRuntime(world, scheduler)
      let observation = runtime.observe { world.observe($0) }
      world.outside = runtime.dispatcher
      send(early, through: world)
      world.note(.startCalled)
      runtime.start()
      sendAll(runtime, world, scheduler)
      world.reference.checkRest()
      world.note(.shutdownCalled)
      runtime.requestShutdown()
      run(world, scheduler) { scheduler.nextAtTheEnd() }
      world.reference.checkRest()
      world.reference.checkEnd(runtime.statistics)
      if runtime.model != world.reference.model { world.reference.fail("the models differ") }
      observation.cancel()
      // It holds the issue handler of its runtime, which holds the world.
      world.outside = nil
    } catch {
      world.reference.fail("\(error)")
    }
    return world.reference.violation.map { Violation(text: $0, events: world.events) }
  }

  private func makeRuntime(
    _ world: World, _ scheduler: Scheduler
  ) throws(WiringError) -> Runtime<AppModel> {
    try Runtime(
      Katana.Program(
        model: AppModel(),
        feature,
        commands: initial.enumerated().map { index, expression in
          command(expression, [0, index]) { RootAct(id: $0, script: $1) }
        }),
      interpreters: [
        .command(WorkInterpreter(world: world)), .command(SlowWorkInterpreter(world: world)),
        .subscription { FeedInterpreter($0, $1, world) },
      ],
      options: RuntimeOptions(
        interceptors: [world.interceptor], clock: world.clock,
        execution: isSerial ? .serial(scheduler.serial) : .caller, taskExecutor: scheduler.tasks,
        issues: IssueHandler { world.note(.reported($0.kind)) }))
  }

  private func send(_ sendings: [Sending], through world: World) {
    for sending in sendings { world.sendFromOutside(sending.script, to: sending.place) }
  }

  private func sendAll(_ runtime: Runtime<AppModel>, _ world: World, _ scheduler: Scheduler) {
    var waiting = sendings[...]
    var isShutDown = false
    func shutDownIfItIsTime() {
      guard !isShutDown, shutdownAfter == sendings.count - waiting.count else { return }
      isShutDown = true
      _ = Task(executorPreference: scheduler.tasks) {
        world.note(.shutdownCalled)
        await runtime.shutdown(deadline: .seconds(1_000))
        world.note(.shutdownReturned)
      }
    }
    shutDownIfItIsTime()
    let next = {
      scheduler.next(hasMessage: !waiting.isEmpty, until: .seconds(100), isPatient: false)
    }
    run(world, scheduler, next) {
      send([waiting.removeFirst()], through: world)
      shutDownIfItIsTime()
    }
  }

  private func run(
    _ world: World, _ scheduler: Scheduler, _ next: () -> Choices<Scheduler.Job>.Decision?,
    sending: () -> Void = {}
  ) {
    while let decision = next() {
      switch decision.turn {
      case .job(let job):
        world.note(.turn(isSerial: false))
        scheduler.run(job)
      case .serialJob(let job):
        world.note(.turn(isSerial: true))
        scheduler.run(job, on: scheduler.serial)
      case .message:
        world.note(.turn(isSerial: false))
        sending()
      }
    }
  }
}

/// What a run has shown to be wrong, and everything that led to it.
struct Violation {
  var text: String
  var events: [Event]
}
