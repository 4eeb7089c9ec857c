import Katana

/// The control commands in flight, which say when, how often and how long commands run.
///
/// A state machine: one table of activities, and ``react(to:)``, which says what follows from an event.
/// It is used inside of steps only, and all that it does goes through its ``ActivityWorld``, which
/// must not call it back.
struct Activities<World: ActivityWorld>: ~Copyable {
  unowned var world: World!
  var table = Slab<Activity>()
  /// What the commands of one id share.
  var names = Slab<NamedCommands>()
  var handles: [ControlKey: Handle] = [:]
  var consequences: Consequences?
  /// The whole command expressions.
  var roots: [RunID: Activity.ID] = [:]
  /// The activities whose turn has come by the current event.
  var turns: [Activity.ID] = []
  /// Those whose turn has come by the end of children that the current step has removed. They go on
  /// after the commands of the step, which may cancel them.
  private var turnsAfterCommands: [Activity.ID] = []
  private(set) var isFinishing = false
  private var lastNumber: UInt64 = 0

  init(_ world: World? = nil) { self.world = world }

  /// A number greater than all before. Activities are sorted by their numbers, so that no behaviour
  /// depends on the order of a table.
  mutating func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Events

  /// Does what follows from an event, then takes the turns that this has made possible.
  ///
  /// The order matters: a cancellation may make room in a queue for a command that it cancels too,
  /// and that must not start.
  mutating func react(to event: consuming ActivityEvent) {
    switch consume event {
    case .start(let command, let context, let root):
      let scope = context.scope
      let number = nextNumber()
      let id = table.insert(
        Activity(command: command, context: context, root: root), as: number)
      roots[root] = id
      scope?.activities.insert(id)
      begin(id)
    case .ended(let id, let outcome): runEnded(id, outcome)
    case .fired(let timer): fired(timer)
    case .heard(let id): decideRaces(around: id)
    case .left(let lives):
      for id in lives.flatMap(\.activities).sorted() { end(id, .cancelled) }
      turnsAfterCommands += turns
      turns = []
    case .stepEnded:
      swap(&turns, &turnsAfterCommands)
    case .finish:
      isFinishing = true
      let waiting = rootsInOrder.flatMap { timed(in: $0) }
      for id in waiting where isTimed(id) { endPause(id) }
      takeTurns()
      cancelPeriods()
    case .cancelAll:
      for id in rootsInOrder { end(id, .cancelled) }
      takeTurns()
      cancelPeriods()
    }
    takeTurns()
  }

  /// Whether something follows from the end of children, after the commands of the step.
  var hasTurnsAfterCommands: Bool { !turnsAfterCommands.isEmpty }

  private mutating func takeTurns() {
    while !turns.isEmpty {
      let called = turns
      turns = []
      for id in called where isAlive(id) { goOn(id) }
    }
  }

  /// Ends without telling anybody, because the runtime ends.
  mutating func stop() {
    let all = rootsInOrder
    roots = [:]
    for id in all { silence(id) }
    for name in names.handles { names[name].stopTimers() }
    table.removeAll()
    names.removeAll()
    (handles, consequences, turns, turnsAfterCommands) = ([:], nil, [], [])
  }

  // MARK: Timers

  /// Lets an activity go on after a time.
  mutating func setTimer(_ id: Activity.ID, after duration: Duration) {
    table[id].timer = timer(.activity(id), after: duration)
  }

  /// Sets a timer.
  mutating func timer(_ owner: ActivityTimer.Owner, after duration: Duration) -> Activity.Timer {
    let timer = ActivityTimer(owner: owner, number: nextNumber())
    return Activity.Timer(
      number: timer.number, action: world.schedule(timer, after: duration),
      due: world.now.adding(duration))
  }

  mutating func stopTimer(_ id: Activity.ID) {
    if table[id].timer != nil { table[id].timer.take()?.action.cancel() }
  }

  private mutating func fired(_ timer: ActivityTimer) {
    switch timer.owner {
    case .activity(let id):
      guard isAlive(id), table[id].timer?.number == timer.number else { return }
      table[id].timer = nil
      if case .limited = table[id].state { timeOut(id) } else { goOn(id) }
    case .period(let name):
      if names.contains(name) { endPeriod(of: name, timer.number) }
    }
  }

  // MARK: The tree

  /// Whether an activity has not ended.
  func isAlive(_ id: Activity.ID) -> Bool { table.contains(id) && !table[id].isOver }

  /// Returns whether an activity is inside of one that meets a condition.
  func isInside(_ id: Activity.ID, _ condition: (Activity.ID) -> Bool) -> Bool {
    var outer = table[id].parent
    while outer != .none {
      if condition(outer) { return true }
      outer = table[outer].parent
    }
    return false
  }

  /// The activities directly inside of one that have not ended.
  func inner(of id: Activity.ID) -> [Activity.ID] { table[id].inner.all.filter { isAlive($0) } }

  /// The activities at or below one that wait for a timer now, in the order of their start.
  func timed(in id: Activity.ID) -> [Activity.ID] {
    var (found, left): ([Activity.ID], [Activity.ID]) = ([], [id])
    while let next = left.popLast() {
      if isTimed(next) { found.append(next) } else { left += inner(of: next).reversed() }
    }
    return found
  }

  /// Whether an activity itself waits for a timer.
  func isTimed(_ id: Activity.ID) -> Bool {
    guard isAlive(id), case .waiting(let wait) = table[id].state else { return false }
    if case .period = wait { return true }
    return table[id].timer != nil
  }

  // MARK: Looking at them

  private var rootsInOrder: [Activity.ID] {
    roots.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Returns the context of a whole command expression.
  func context(of root: RunID) -> CommandContext? {
    roots[root].map { table[$0].context }
  }

  /// The control commands that have not ended, in the order of their start; for tests.
  var commands: [(id: RunID, command: any Command)] {
    rootsInOrder.map { (table[$0].root, table[$0].command) }
  }

  /// Returns whether a control command goes on that meets a condition.
  func contains(where condition: (RunID, CommandContext) -> Bool) -> Bool {
    roots.contains { condition($0.key, table[$0.value].context) }
  }

  /// The commands that wait for a timer or for their turn, in the order of their start.
  var waitingCommands: [WaitingCommand] {
    // Each with the command expression of the activity, if it is known.
    var left = rootsInOrder.reversed().map { ($0, Optional(table[$0].command)) }
    var found: [WaitingCommand] = []
    while let (id, expression) = left.popLast() {
      guard isAlive(id) else { continue }
      let inside: [(Activity.ID, (any Command)?)]
      switch table[id].state {
      case .waiting:
        let command = expression ?? table[id].controlled?.content ?? table[id].command
        found.append(waiting(id, for: command))
        continue
      case .sequence: inside = inner(of: id).map { ($0, nil) }
      case .concurrent, .race:
        inside = Array(zip(table[id].inner.all, table[id].command.members.map(Optional.some)))
      default: inside = inner(of: id).map { ($0, expression) }
      }
      left += inside.reversed()
    }
    return found
  }

  private func waiting(_ id: Activity.ID, for command: any Command) -> WaitingCommand {
    let activity = table[id]
    return WaitingCommand(
      command: command, address: activity.context.scope?.address ?? .root,
      cause: activity.context.cause == 0 ? nil : activity.context.cause,
      since: activity.waitStart, reason: due(of: id).map { .time($0) } ?? turn(of: activity.named))
  }

  /// What an activity waits for that waits for its turn.
  private func turn(of name: Handle) -> WaitingCommand.Reason {
    let running = all(.running, of: name).map {
      WaitingCommand.Holder(command: table[$0].name, isCancelled: false)
    }
    let cancelled = all(.held, of: name).compactMap {
      table[$0].command.exactly(EndedCommand.self).map {
        WaitingCommand.Holder(command: $0.name, isCancelled: true)
      }
    }
    return .turn(in: names[name].key.id.name, behind: running + cancelled)
  }

  /// The commands that begin when others before them have ended, and the messages that are sent then,
  /// in the order of their start; for tests.
  var commandsBehindOthers: [any Command] {
    var left = Array(rootsInOrder.reversed())
    var found: [any Command] = []
    while let id = left.popLast() {
      guard isAlive(id) else { continue }
      left += inner(of: id).reversed()
      switch table[id].state {
      case .sequence(let next, _): found += table[id].command.members.dropFirst(next)
      case .concurrent:
        let message = table[id].command.exactly(Concurrent.self)?.message
        if let message { found.append(Send(message, file: "", line: 0)) }
      default: break
      }
    }
    return found
  }

  /// The time at which an activity goes on, by the runtime's clock; `nil` if it waits for its turn.
  func due(of id: Activity.ID) -> Duration? {
    if case .waiting(.period) = table[id].state { return names[table[id].named].period?.timer.due }
    return table[id].timer?.due
  }

  /// Whether no state is left; for tests.
  var isEmpty: Bool {
    roots.isEmpty && table.isEmpty && names.isEmpty && handles.isEmpty && turns.isEmpty
      && turnsAfterCommands.isEmpty && consequences?.isEmpty ?? true
  }
}

extension Command {
  /// The commands of a group.
  var members: [any Command] {
    exactly(Concurrent.self)?.commands ?? exactly(Race.self)?.commands
      ?? exactly(Sequential.self)?.commands ?? []
  }
}
