import Katana

@testable import KatanaRuntime

/// A program in the state machine of the control commands alone, as values: without a runtime,
/// tasks or a clock.
struct ActivitiesRun: ~Copyable {
  private var activities: Activities<PlainWorld>
  private let world: PlainWorld

  init() {
    world = PlainWorld()
    activities = Activities(world)
  }

  /// All that a program does, its end included.
  mutating func events(of program: AlgebraProgram, until end: Int) -> [Event] {
    for ask in program.asks {
      advance(to: ask.time)
      if let row = ask.replacing { world.replace(row) }
      for command in ask.commands { start(command.command) }
      handleJobs()
      beginTasks()
    }
    advance(to: end)
    activities.stop()
    return world.events
  }

  var isEmpty: Bool { activities.isEmpty }

  private mutating func start(_ command: any Command) {
    var (command, context) = (command, CommandContext(cause: 1))
    while let wrapper = command.exactly(LayeredCommand.self) {
      context = world.enter(wrapper, context)
      command = wrapper.content
    }
    react(to: .start(command, context, as: RunID.next()))
  }

  private mutating func react(to event: ActivityEvent) {
    world.isHandling = true
    activities.react(to: event)
    world.isHandling = false
  }

  private mutating func advance(to end: Int) {
    while let timer = world.nextTimer(until: end) {
      switch timer {
      case .activity(let timer): react(to: .fired(timer))
      case .script(let run): world.speak(run)
      }
      handleAll()
      beginTasks()
    }
  }

  private mutating func beginTasks() {
    while world.beginTask() { handleAll() }
  }

  /// What a script sends outside of a step is handled before the script goes on.
  private mutating func handleAll() {
    repeat { handleJobs() } while world.goOn()
  }

  private mutating func handleJobs() {
    while let job = world.nextJob() {
      world.isHandling = true
      defer { world.isHandling = false }
      switch job {
      case .word(let message, let run):
        if world.hears(run) {
          react(to: .heard(world.activity(of: run)))
          // The race may have let a command begin that cancels the run.
          if !world.isCancelled(run) { world.note(message, of: run) }
        }
        world.isHandled(run)
      case .answer(let code, let run):
        if !world.isCancelled(run) { answer(code, run) }
        world.isHandled(run)
      case .ended(let run):
        guard let (activity, outcome) = world.end(run) else { continue }
        react(to: .ended(activity, outcome))
      }
    }
  }

  /// A run has failed, and says so unless something around it keeps its answer.
  private mutating func answer(_ code: Int, _ run: RunID) {
    let (error, message) = (WorkFailure(code: code), world.answer(of: run))
    let failure = AnsweredFailure(error: error, message: Send(message, file: "", line: 0))
    let activity = world.activity(of: run)
    let kept = activities.keep(failure, of: activity, named: ValueName(message))
    let cause = CommandFailure(error: error, command: ValueName(message), isAnswered: true)
    world.fails(run, Activity.Failure(cause: cause, answers: kept.map { [$0] } ?? []))
    guard kept == nil, world.hears(run) else { return }
    react(to: .heard(activity))
    if !world.isCancelled(run) { world.note(message, of: run) }
  }
}

/// What happens around the activities of a program.
final class PlainWorld: ActivityWorld, @unchecked Sendable {
  // Sendable, because it is used by one thread only.
  enum Timer { case activity(ActivityTimer), script(RunID) }
  enum Job { case word(any Message, RunID), answer(Int, RunID), ended(RunID) }

  /// A command that is being performed. One that only sends a message has an empty script.
  private struct Performed {
    let activity: Activity.ID
    let context: CommandContext
    var script = Expression.Script(name: "", pauses: [], ending: .finishes)
    var position = 0
    var waitingMessages = 0
    var hasAnswered = false
    var hasStarted = false
    var isDone = false
    var isCancelled = false
    var outcome = Activity.Outcome.finished
  }

  var events: [Event] = []
  /// Whether messages that are sent now are handled later.
  var isHandling = false
  /// The scripts that go on when their last messages have been handled.
  private var paused: [RunID] = []
  private var time = 0
  private var lastNumber = 0
  private var timers: [(due: Int, number: Int, timer: Timer)] = []
  private var runs: [RunID: Performed] = [:]
  private var jobs: [Job] = []
  private var tasks: [RunID] = []
  private var lives: [Int: ChildRecord] = [:]

  private func note(_ what: Event.What) { events.append(Event(time: time, what: what)) }

  // MARK: Rows

  func replace(_ row: Int) { lives[row] = nil }

  private func row(of life: ChildRecord?) -> Int {
    guard let id = life?.address.steps.last?.id else { return 0 }
    return id == ScopeID(1) ? 1 : 2
  }

  // MARK: The world of the activities

  var now: Duration { .milliseconds(time) }

  func schedule(_ timer: ActivityTimer, after duration: Duration) -> ScheduledAction {
    let number = set(.activity(timer), after: Int(duration / .milliseconds(1)))
    return ScheduledAction { [unowned self] in timers.removeAll { $0.number == number } }
  }

  func perform(_ command: any Command, _ context: CommandContext, _ part: PerformedActivity)
    -> RunID?
  {
    let id = RunID.next()
    var run = Performed(activity: part.activity, context: context)
    switch command {
    case let send as Send:
      (run.waitingMessages, run.isDone) = (1, true)
      jobs.append(.word(send.message, id))
      runs[id] = run
    case let command as Scripted:
      (run.script, run.hasStarted) = (command.script, true)
      runs[id] = run
      note(.started(command.script.name))
      pause(id)
    case let command as ScriptedAsync:
      run.script = command.script
      if case .throwsCode(let code) = run.script.ending {
        let error = CommandFailure(error: WorkFailure(code: code), command: ValueName(command))
        run.outcome = .failed(Activity.Failure(cause: error))
      }
      runs[id] = run
      tasks.append(id)
    default: return nil
    }
    return id
  }

  func cancel(_ id: RunID) -> Bool {
    guard let run = runs[id], !run.isCancelled else { return false }
    runs[id]?.isCancelled = true
    let hasEnded = run.isDone && run.waitingMessages == 0
    if run.hasStarted && !hasEnded && !run.script.name.isEmpty {
      note(.cancelled(run.script.name))
    }
    if run.isDone { return false }
    if !run.hasStarted { return true }
    if run.script.style == .callback {
      // Nobody but the runtime keeps one that waits for ever.
      let waitsForEver = run.script.ending == .never && run.position == run.script.pauses.count
      if waitsForEver || !run.script.ignoresCancellation { isDone(id) }
    } else if !run.script.ignoresCancellation {
      tasks.append(id)
    }
    return false
  }

  func enter(_ wrapper: LayeredCommand, _ context: CommandContext) -> CommandContext {
    let own = context.effects.scope
    var context = context
    context.effects.enter(wrapper.layer, for: ObjectIdentifier(AlgebraApp.self))
    let address = context.effects.scope
    if address == own { return context }
    let life = ChildRecord(address, gone: nil)
    context.scope = lives[row(of: life)] ?? life
    lives[row(of: life)] = context.scope
    return context
  }

  func justEnded(in context: CommandContext) -> [ChildRecord] { [] }

  func ended(_ root: RunID, _ outcome: Activity.Outcome, _ context: CommandContext) {
    guard case .failed(let failure) = outcome, !failure.cause.isAnswered else { return }
    let code = (failure.cause.error as? WorkFailure)?.code ?? -1
    note(.reported(failure.cause.error is CommandTimedOut ? .timedOut : .code(code)))
  }

  func tell(
    _ step: CommandEvent.Step, of name: @autoclosure () -> ValueName, _ context: CommandContext,
    wait: UInt64
  ) -> UInt64 { 0 }

  // MARK: Time

  @discardableResult
  private func set(_ timer: Timer, after pause: Int) -> Int {
    lastNumber += 1
    timers.append((time + pause, lastNumber, timer))
    return lastNumber
  }

  /// Takes the timer that is due next, and sets the time; sets it to the end if none is due.
  func nextTimer(until end: Int) -> Timer? {
    let due = timers.indices.filter { timers[$0].due <= end }
      .min { (timers[$0].due, timers[$0].number) < (timers[$1].due, timers[$1].number) }
    time = due.map { timers[$0].due } ?? end
    return due.map { timers.remove(at: $0).timer }
  }

  func nextJob() -> Job? { jobs.isEmpty ? nil : jobs.removeFirst() }

  /// Begins or goes on with a task; returns `false` if there is none.
  func beginTask() -> Bool {
    guard !tasks.isEmpty else { return false }
    let id = tasks.removeFirst()
    guard let run = runs[id] else { return true }
    if run.isCancelled {
      if run.hasStarted { isDone(id) }
    } else {
      runs[id]?.hasStarted = true
      note(.started(run.script.name))
      pause(id)
    }
    return true
  }

  // MARK: Runs

  func activity(of id: RunID) -> Activity.ID { runs[id]?.activity ?? .none }
  func isCancelled(_ id: RunID) -> Bool { runs[id]?.isCancelled ?? true }

  /// Whether a message of a run is handled.
  func hears(_ id: RunID) -> Bool {
    guard let run = runs[id], !run.isCancelled else { return false }
    return run.context.scope.map { lives[row(of: $0)] === $0 } ?? true
  }

  func note(_ message: any Message, of id: RunID) {
    guard case .word(let word)? = message as? Heard, let run = runs[id] else { return }
    note(.heard(word, row: row(of: run.context.scope)))
  }

  func answer(of id: RunID) -> Heard { .word("\(runs[id]?.script.name ?? "").error") }

  func fails(_ id: RunID, _ failure: Activity.Failure) { runs[id]?.outcome = .failed(failure) }

  func isHandled(_ id: RunID) {
    runs[id]?.waitingMessages -= 1
    endIfDone(id)
  }

  /// Forgets a run, whose end is being handled.
  func end(_ id: RunID) -> (Activity.ID, Activity.Outcome)? {
    runs.removeValue(forKey: id).map { ($0.activity, $0.outcome) }
  }

  /// A run has ended when its interpreter has, and its messages have been handled.
  private func endIfDone(_ id: RunID) {
    if let run = runs[id], run.isDone, run.waitingMessages == 0 { jobs.append(.ended(id)) }
  }

  private func isDone(_ id: RunID) {
    guard let run = runs[id], !run.isDone else { return }
    runs[id]?.isDone = true
    endIfDone(id)
  }

  /// The interpreter of a run makes its next pause, or ends.
  private func pause(_ id: RunID) {
    guard let run = runs[id] else { return }
    if run.position < run.script.pauses.count {
      let pause = run.script.pauses[run.position]
      if pause == 0 { speak(id) } else { set(.script(id), after: pause) }
    } else if run.script.ending != .never || run.isCancelled && run.script.style == .callback {
      if case .answersCode(let code) = run.script.ending, !run.hasAnswered {
        runs[id]?.waitingMessages += 1
        runs[id]?.hasAnswered = true
        jobs.append(.answer(code, id))
        goOn(id)
      } else {
        isDone(id)
      }
    }
  }

  private func goOn(_ id: RunID) { if isHandling { pause(id) } else { paused.append(id) } }

  /// Goes on with the scripts whose messages have been handled; returns `false` if there are none.
  func goOn() -> Bool {
    if paused.isEmpty { return false }
    pause(paused.removeFirst())
    return true
  }

  /// The interpreter of a run sends its next word.
  func speak(_ id: RunID) {
    guard var run = runs[id], !run.isDone else { return }
    run.position += 1
    run.waitingMessages += 1
    runs[id] = run
    let word = Heard.word("\(run.script.name).\(run.position)")
    jobs.append(.word(word, id))
    goOn(id)
  }
}
