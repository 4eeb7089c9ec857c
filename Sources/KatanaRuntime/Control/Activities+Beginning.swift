import Katana

/// What a command expression becomes when it begins.
extension Activities {
  /// Begins an activity and what is inside of it.
  mutating func begin(_ id: Activity.ID) {
    open(id)
    beginInner(of: id)
    if isSequenceOver(id) { end(id, .finished) }
  }

  /// Begins all that can begin inside of an activity, from left to right.
  ///
  /// A loop instead of recursion, because a fold may have nested any number of commands, and because
  /// any number of the commands of a `Sequential` may end as soon as they begin.
  mutating func beginInner(of id: Activity.ID) {
    var opened = [id]
    while let last = opened.last {
      if let inner = insertNext(of: last) {
        open(inner)
        opened.append(inner)
      } else {
        opened.removeLast()
        if last != id, isSequenceOver(last) { end(last, .finished) }
      }
    }
  }

  /// Whether all commands of a `Sequential` have ended since the loop above has begun the first of
  /// them. It ends when the loop leaves it.
  func isSequenceOver(_ id: Activity.ID) -> Bool {
    if isAlive(id), case .sequence(_, isStarting: true) = table[id].state { true } else { false }
  }

  /// Adds the part of an activity that begins next; `nil` if none does now.
  private mutating func insertNext(of id: Activity.ID) -> Activity.ID? {
    guard isAlive(id) else { return nil }
    let (state, count) = (table[id].state, table[id].inner.count)
    switch state {
    case .around, .limited, .retried, .onFailure:
      guard count == 0, let content = table[id].controlled?.content else { return nil }
      return insert(content, in: id)
    case .sequence(let next, _):
      if count > 0, isAlive(table[id].inner[0]) {
        table[id].state = .sequence(next: next, isStarting: false)
        return nil
      }
      let commands = table[id].command.members
      guard next < commands.count else { return nil }
      table[id].state = .sequence(next: next + 1, isStarting: true)
      return insert(commands[next], in: id)
    case .concurrent, .race:
      let commands = table[id].command.members
      return count < commands.count ? insert(commands[count], in: id) : nil
    default: return nil
    }
  }

  /// Decides what an activity waits for, does or holds.
  private mutating func open(_ id: Activity.ID) {
    let command = table[id].command
    // By comparing types, because casts are measurable here.
    if let controlled = command.exactly(ControlledCommand.self) {
      open(id, controlled.control)
    } else if command.exactly(Sequential.self) != nil {
      table[id].state = .sequence(next: 0, isStarting: true)
    } else if let group = command.exactly(Concurrent.self) {
      table[id].state = .concurrent(left: group.commands.count, hasCancelled: false)
      if group.commands.isEmpty, let outcome = conclusion(of: id) { end(id, outcome) }
    } else if let race = command.exactly(Race.self) {
      table[id].state = .race(left: race.commands.count, isDecided: false)
      if race.commands.isEmpty { end(id, .finished) }
    } else if let cancel = command.exactly(Cancel.self) {
      self.cancel(cancel.id, table[id].context, sparesWhatRuns: cancel.sparesWhatRuns)
      end(id, .finished)
    } else if let flush = command.exactly(Flush.self) {
      self.flush(flush.id, table[id].context)
      end(id, .finished)
    } else {
      perform(id)
    }
  }

  private mutating func open(_ id: Activity.ID, _ control: Control) {
    switch control {
    case .delayed(let duration): pause(id, .timer, for: duration)
    case .timeout(let duration, _):
      table[id].state = .limited
      setTimer(id, after: duration)
    case .retried: table[id].state = .retried(made: 0)
    case .onFailure, .onFailureReply: table[id].state = .onFailure
    case .cancellable(let name, let cancelsInFlight, let withConsequences):
      if cancelsInFlight { cancelOthers(like: id, name) }
      if !isAlive(id) { return }
      register(id, name)
      if withConsequences { countConsequences(of: id) }
      table[id].state = .around
    case .debounced(let name, let duration):
      register(id, name)
      debounce(id, for: duration)
    case .throttled(let name, let duration, let throttling):
      register(id, name)
      throttle(id, duration, throttling)
    case .queued(let name, let policy):
      register(id, name)
      queue(id, policy)
    }
  }

  /// Lets an activity wait before it begins its content.
  mutating func pause(_ id: Activity.ID, _ wait: Activity.Wait, for duration: Duration) {
    table[id].state = .waiting(wait)
    if isFinishing { return stopPause(id) }
    setTimer(id, after: duration)
    tellWait(of: id)
  }

  /// Reports to the event handlers that an activity waits for a timer or for its turn.
  mutating func tellWait(of id: Activity.ID) {
    table[id].waitStart = world.now
    table[id].toldWait = world.tell(
      due(of: id).map { .delayed(until: $0) } ?? .queued, of: table[id].name, table[id].context,
      wait: 0)
  }

  /// Begins the content of an activity that has waited.
  mutating func goOn(_ id: Activity.ID) {
    stopPause(id)
    beginInner(of: id)
  }

  private mutating func stopPause(_ id: Activity.ID) {
    guard isAlive(id), case .waiting(let wait) = table[id].state else { return }
    stopTimer(id)
    table[id].inner = Activity.Inner()
    if case .attempt(let made) = wait {
      table[id].failure = nil
      table[id].state = .retried(made: made)
    } else {
      stopWaiting(under: id)
      table[id].state = .around
    }
  }

  // MARK: Parts

  /// Adds a command inside of an activity, without wrappers that change where messages go.
  private mutating func insert(_ command: any Command, in parent: Activity.ID) -> Activity.ID {
    var (command, context) = (command, table[parent].context)
    if let consequences = table[parent].consequences { context.tracker = consequences }
    while let wrapper = command.exactly(LayeredCommand.self) {
      context = world.enter(wrapper, context)
      command = wrapper.content
    }
    return insert(command, context, in: parent)
  }

  /// Sends a message inside of an activity, such as that of an `onFailure`.
  ///
  /// - Parameters:
  ///   - answer: The message. One of a control command has no source location, because the app has
  ///     not written it as a command.
  ///   - subject: The command whose failure or time-out the message reports.
  mutating func send(
    _ answer: Send, about subject: ValueName?, _ context: CommandContext, in parent: Activity.ID
  ) {
    perform(insert(answer, context, in: parent), about: subject)
  }

  private mutating func insert(
    _ command: consuming any Command, _ context: consuming CommandContext, in parent: Activity.ID
  ) -> Activity.ID {
    resume(parent)
    let scope = context.scope
    let isInOther = scope != nil && scope !== table[parent].context.scope
    var activity = Activity(command: command, context: context, root: table[parent].root)
    activity.parent = parent
    activity.isInRace = table[parent].isInRace
    let number = nextNumber()
    let id = table.insert(consume activity, as: number)
    switch table[parent].state {
    case .race:
      table[id].isInRace = true
      table[parent].inner.append(id)
    case .concurrent, .answering: table[parent].inner.append(id)
    default:
      table[parent].inner = Activity.Inner()
      table[parent].inner.append(id)
    }
    if isInOther { scope?.activities.insert(id) }
    return id
  }

  /// Reports to the event handlers that an activity waits no longer.
  private mutating func resume(_ id: Activity.ID) {
    let wait = table[id].toldWait
    if wait == 0 { return }
    world.tell(.resumed, of: table[id].name, table[id].context, wait: wait)
    table[id].toldWait = 0
  }

  // MARK: Runs

  private mutating func perform(_ id: Activity.ID, about subject: ValueName? = nil) {
    let performed = PerformedActivity(
      activity: id, root: table[id].root, isInRace: table[id].isInRace, subject: subject)
    guard let run = world.perform(table[id].command, table[id].context, performed) else {
      return end(id, .cancelled)
    }
    table[id].state = .performed(run)
    var outer = table[id].parent
    while outer != .none {
      table[outer].hasStarted = true
      if table[outer].place == .running {
        table[outer].runCount += 1
        table[id].queues.append(outer)
      }
      outer = table[outer].parent
    }
  }
}
