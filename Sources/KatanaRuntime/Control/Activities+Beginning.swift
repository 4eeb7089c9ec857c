import Katana

/// What a command expression becomes when it begins.
extension Activities {
  mutating func begin(_ id: Activity.ID) {
    let command = table[id].command
    // By comparing types, because casts are measurable here.
    if let controlled = command.exactly(ControlledCommand.self) {
      begin(controlled.content, controlled.control, as: id)
    } else if let sequence = command.exactly(Sequential.self) {
      table[id].state = .sequence(next: 0, isStarting: false)
      goOn(with: sequence.commands, id)
    } else if let group = command.exactly(Concurrent.self) {
      table[id].state = .concurrent(left: group.commands.count, hasCancelled: false)
      begin(group.commands, in: id)
      if group.commands.isEmpty { conclude(id) }
    } else if let race = command.exactly(Race.self) {
      table[id].state = .race(left: race.commands.count, isDecided: false)
      begin(race.commands, in: id)
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

  private mutating func begin(_ content: any Command, _ control: Control, as id: Activity.ID) {
    switch control {
    case .delayed(let duration): pause(id, .timer, for: duration)
    case .timeout(let duration, _):
      table[id].state = .limited
      setTimer(id, after: duration)
      begin(content, in: id)
    case .retried:
      table[id].state = .retried(made: 0)
      begin(content, in: id)
    case .onFailure, .onFailureReply:
      table[id].state = .onFailure
      begin(content, in: id)
    case .cancellable(let name, let cancelsInFlight, let withConsequences):
      if cancelsInFlight { cancelOthers(like: id, name) }
      if !isAlive(id) { return }
      register(id, name)
      if withConsequences { countConsequences(of: id) }
      table[id].state = .around
      begin(content, in: id)
    case .debounced(let name, let duration):
      register(id, name)
      debounce(id, for: duration)
    case .throttled(let name, let duration, let throttling):
      register(id, name)
      throttle(id, content, duration, throttling)
    case .queued(let name, let policy):
      register(id, name)
      queue(id, content, policy)
    }
  }

  /// Lets an activity wait before it begins its content.
  mutating func pause(_ id: Activity.ID, _ wait: Activity.Wait, for duration: Duration) {
    table[id].state = .waiting(wait)
    if isFinishing { return goOn(id) }
    setTimer(id, after: duration)
    tellWait(of: id)
  }

  /// Reports to the event handlers that an activity waits for a timer or for its turn.
  mutating func tellWait(of id: Activity.ID) {
    table[id].toldWait = world.tell(
      due(of: id).map { .delayed(until: $0) } ?? .queued, of: table[id].name, table[id].context,
      wait: 0)
  }

  /// Begins the content of an activity that has waited.
  mutating func goOn(_ id: Activity.ID) {
    guard case .waiting(let wait) = table[id].state else { return }
    stopTimer(id)
    if case .attempt(let made) = wait {
      table[id].failure = nil
      table[id].state = .retried(made: made)
    } else {
      stopWaiting(under: id)
      table[id].state = .around
    }
    if let content = table[id].controlled?.content { begin(content, in: id) }
  }

  /// Starts the next commands of a `Sequential`. A loop instead of recursion, because any number of
  /// them may have ended when their beginning returns.
  mutating func goOn(with commands: [any Command], _ id: Activity.ID) {
    while isAlive(id), case .sequence(let next, _) = table[id].state {
      guard next < commands.count else { return end(id, .finished) }
      table[id].state = .sequence(next: next + 1, isStarting: true)
      let part = begin(commands[next], in: id)
      if isAlive(part) { return table[id].state = .sequence(next: next + 1, isStarting: false) }
    }
  }

  // MARK: Parts

  private mutating func begin(_ commands: [any Command], in group: Activity.ID) {
    for command in commands where isAlive(group) { begin(command, in: group) }
  }

  /// Begins a command inside of an activity, unless that has ended.
  @discardableResult
  mutating func begin(_ command: any Command, in parent: Activity.ID) -> Activity.ID {
    guard isAlive(parent) else { return .none }
    var (command, context) = (command, table[parent].context)
    if let consequences = table[parent].consequences { context.tracker = consequences }
    while let wrapper = command.exactly(LayeredCommand.self) {
      context = world.enter(wrapper, context)
      command = wrapper.content
    }
    let id = insert(command, context, in: parent)
    begin(id)
    return id
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
      table[parent].parts.append(id)
    case .concurrent, .answering: table[parent].parts.append(id)
    default:
      table[parent].parts = Activity.Parts()
      table[parent].parts.append(id)
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
    let part = PerformedPart(
      activity: id, root: table[id].root, isInRace: table[id].isInRace, subject: subject)
    guard let run = world.perform(table[id].command, table[id].context, part) else {
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
