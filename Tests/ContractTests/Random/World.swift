import KatanaRuntime
import KatanaTesting

/// What happens around a random app, and who is told of it.
final class World: @unchecked Sendable {
  // Sendable, because everything in a simulation happens on one thread.
  let program: Program
  let simulation: Simulation
  let reference: Reference
  private(set) var events: [Event] = []
  var outside: Dispatcher?
  private var lastID = 0
  private var lastFeed = 0
  private var lastTimer = 0
  private var sendCount = 0
  private var deferred: Set<ID> = []
  /// The script of the message that is being handled.
  private var current: Int?
  /// How many interpreters are being called outside of a step, because of an end or a time.
  private var callsBetweenSteps = 0
  private var isInStep = false

  /// How many messages the fakes of one program send at most; more show nothing new.
  private static var limit: Int { 60 }

  init(_ program: Program, _ simulation: Simulation) {
    self.program = program
    self.simulation = simulation
    self.reference = Reference(program)
  }

  /// Tells the reference what the runtime or a fake does, in the order in which it happens.
  func note(_ event: Event) {
    events.append(event)
    reference.take(event)
  }

  func nextID() -> ID {
    lastID += 1
    return [lastID]
  }

  func nextFeedNumber() -> Int {
    lastFeed += 1
    return lastFeed
  }

  func maySend() -> Bool {
    sendCount += 1
    return sendCount <= Self.limit
  }

  func after(_ milliseconds: Int, _ action: @escaping @Sendable () -> Void) {
    simulation.clock.schedule(after: .milliseconds(milliseconds), action)
  }

  func perform(
    _ step: Plan.Step, of run: ID, _ make: (ID, Int) -> any Act, _ dispatch: Dispatcher
  ) {
    switch step {
    case .wait: break
    case .shutDown:
      // What else the end of a command would have started then is open.
      guard callsBetweenSteps == 0 else { return }
      note(.shutdownCalled)
      dispatch.requestShutdown()
    case .send(let script, let toRoot):
      guard maySend() else { return }
      let id = nextID()
      note(.sent(id, script: script, toRoot: toRoot, by: run))
      dispatch(toRoot ? RootAct(id: id, script: script) : make(id, script))
    case .fail(let script):
      guard maySend() else { return }
      let id = nextID()
      note(.sentFailure(id, script: script, by: run))
      dispatch.failed(WorkFailed(), otherwise: make(id, script))
    }
  }

  /// Calls something that the runtime may call within a step or between two.
  func interpret(_ body: () -> Void) {
    let calls = isInStep ? 0 : 1
    callsBetweenSteps += calls
    body()
    callsBetweenSteps -= calls
  }

  func sendFromOutside(_ script: Int, to place: Place = .root) {
    guard maySend(), let outside else { return }
    let id = nextID()
    note(.sentFromOutside(id, script: script, place))
    outside(message(id, script, place))
  }

  private func message(_ id: ID, _ script: Int, _ place: Place) -> any Message {
    switch place {
    case .root: RootAct(id: id, script: script)
    case .row(let row): RowAct(id: id, script: script).to(AppModel.at.rows[row])
    case .sheet(let sheet?): SheetAct(id: id, script: script).to(AppModel.at.sheet[sheet])
    case .sheet(nil): SheetAct(id: id, script: script).to(AppModel.at.sheet)
    }
  }

  var interceptor: Interceptor<AppModel> {
    Interceptor(
      started: { [self] _ in note(.interceptorsStarted) },
      before: { [self] envelope, _ in before(envelope.message) },
      after: { [self] envelope, model, _ in
        let act = act(in: envelope.message)
        if let script = program.scripts[act.script].addition { sendFromOutside(script) }
        isInStep = false
        note(.after(act.id, model))
      },
      stopped: { [self] in note(.interceptorsStopped) })
  }

  private func before(_ message: any Message) -> Interception {
    let act = act(in: message)
    note(.before(act.id))
    current = act.script
    isInStep = true
    switch program.scripts[act.script].fate {
    case .handled: return .handle
    case .dropped:
      isInStep = false
      return .drop
    case .deferred:
      isInStep = !deferred.insert(act.id).inserted
      return isInStep ? .handle : .defer
    case .replaced(let script):
      current = script
      return .replace(replacement(of: message, id: act.id + [-1], script))
    }
  }

  private func replacement(of message: any Message, id: ID, _ script: Int) -> any Message {
    switch message {
    case let scoped as ScopedMessage:
      ScopedMessage(replacement(of: scoped.message, id: id, script), in: scoped.address)
    case is RowAct: RowAct(id: id, script: script)
    case is SheetAct: SheetAct(id: id, script: script)
    default: RootAct(id: id, script: script)
    }
  }

  func observe(_ model: AppModel) {
    if let script = current.flatMap({ program.scripts[$0].echo }) { sendFromOutside(script) }
    note(.observed(model))
  }

  private func act(in message: any Message) -> any Act {
    let content = (message as? ScopedMessage)?.message ?? message
    guard let act = content as? any Act else { fatalError("all messages of a program are acts") }
    return act
  }

  var clock: any RuntimeClock { NotedClock(world: self) }

  fileprivate func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    // The deadline of a shutdown: there is none here.
    if delay >= .seconds(1_000) { return ScheduledAction {} }
    lastTimer += 1
    let number = lastTimer
    note(.scheduled(number, delay))
    return simulation.clock.schedule(after: delay) { [self] in
      note(.fired(number))
      action()
    }
  }
}

/// The clock of the runtime, which notes what the runtime asks of it.
private struct NotedClock: RuntimeClock {
  let world: World
  var now: Duration { world.simulation.clock.now }

  func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    world.schedule(after: delay, action)
  }
}
