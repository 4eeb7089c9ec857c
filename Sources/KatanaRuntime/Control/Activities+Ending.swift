import Katana

/// Ends move outwards. What is cancelled is silent inside, and told outside.
extension Activities {
  /// Ends an activity, and tells the one around it.
  mutating func end(_ id: Activity.ID, _ outcome: Activity.Outcome) {
    guard isAlive(id) else { return }
    let (parent, root) = (table[id].parent, table[id].root)
    if parent != .none {
      finish(id)
      return partEnded(of: parent, outcome)
    }
    let context = table[id].context
    finish(id)
    if roots.remove(root) != nil { world.ended(root, outcome, context) }
  }

  /// Cancels an activity without telling the one around it, which causes the end.
  mutating func silence(_ id: Activity.ID) {
    if isAlive(id) { finish(id) }
  }

  /// Stops what is inside of an activity, and removes it from all tables.
  private mutating func finish(_ id: Activity.ID) {
    let state = table[id].state
    (table[id].state, table[id].parent) = (.over, .none)
    table[id].context.scope?.activities.remove(id)
    stopTimer(id)
    let wait = table[id].toldWait
    if wait != 0 {
      world.tell(.cancelled(by: nil), of: table[id].name, table[id].context, wait: wait)
    }
    for index in 0..<table[id].parts.count { silence(table[id].parts[index]) }
    if table[id].named != .none { leave(id) }
    // Removes the count that stands for the activity itself. From now on, only its consequences
    // count.
    table[id].consequences?.done(nil, .own)
    if case .performed(let run) = state, world.cancel(run) { leaveQueues(id) }
    if table[id].place == .held || !table[id].queues.isEmpty { strip(id) } else { table.remove(id) }
  }

  /// Releases what an activity was to start or send: a run that does not end holds a place of it.
  private mutating func strip(_ id: Activity.ID) {
    table[id].command = EndedCommand(name: table[id].name)
    table[id].context = CommandContext(cause: table[id].context.cause)
    (table[id].parts, table[id].failure, table[id].consequences) = (Activity.Parts(), nil, nil)
  }

  // MARK: Runs

  mutating func runEnded(_ id: Activity.ID, _ outcome: Activity.Outcome) {
    guard table.contains(id) else { return }
    leaveQueues(id)
    if table[id].isOver { return table.remove(id) }
    table[id].state = .around
    end(id, outcome)
  }

  /// A message of a part of a race is about to be handled: all other parts lose.
  mutating func decideRaces(around id: Activity.ID) {
    guard isAlive(id) else { return }
    // In the order of the parts, as if nested races were one race.
    var (before, after): ([Activity.ID], [Activity.ID]) = ([], [])
    var (winner, outer) = (id, table[id].parent)
    while outer != .none {
      if case .race(let left, isDecided: false) = table[outer].state {
        table[outer].state = .race(left: left, isDecided: true)
        let parts = table[outer].parts.all
        let index = parts.firstIndex(of: winner) ?? 0
        before = parts[..<index] + before
        after += parts[(index + 1)...]
      }
      (winner, outer) = (outer, table[outer].parent)
    }
    for loser in before + after { silence(loser) }
    checkQueues(around: id)
  }

  // MARK: The end of a part

  private mutating func partEnded(of id: Activity.ID, _ outcome: Activity.Outcome) {
    guard isAlive(id) else { return }
    switch table[id].state {
    case .new, .waiting, .performed, .over: break
    case .around, .limited: end(id, outcome)
    case .sequence(_, let isStarting):
      guard case .finished = outcome else { return end(id, outcome) }
      if !isStarting { goOn(with: table[id].command.members, id) }
    case .concurrent(let left, var hasCancelled):
      if case .failed(let failure) = outcome { add(failure, to: id) }
      if case .cancelled = outcome { hasCancelled = true }
      table[id].state = .concurrent(left: left - 1, hasCancelled: hasCancelled)
      if left == 1 { conclude(id) }
    case .race(let left, let isDecided): memberEnded(of: id, left - 1, isDecided, outcome)
    case .answering(let left):
      if case .cancelled = outcome { return end(id, outcome) }
      table[id].state = .answering(left: left - 1)
      if left == 1, let failure = table[id].failure { end(id, .failed(failure)) }
    case .retried(let made):
      guard case .failed(let failure) = outcome, let retry = retry(of: id),
        accepts(failure.cause.error, retry, made)
      else { return sendAnswers(of: outcome, then: id) }
      tryAgain(id, failure, retry, made + 1)
    case .onFailure:
      guard case .failed(let failure) = outcome, !failure.cause.isAnswered else {
        return end(id, outcome)
      }
      let message: any Message
      switch table[id].controlled?.control {
      case .onFailure(let known): message = known
      case .onFailureReply(let reply): message = reply(failure.cause.error)
      default: return end(id, outcome)
      }
      table[id].state = .around
      say(message, about: failure.cause.command, in: id)
    }
  }

  private mutating func add(_ failure: Activity.Failure, to id: Activity.ID) {
    if table[id].failure == nil {
      table[id].failure = failure
    } else {
      table[id].failure?.add(failure)
    }
  }

  /// Ends a `Concurrent` whose parts have ended.
  mutating func conclude(_ id: Activity.ID) {
    guard isAlive(id), case .concurrent(_, let hasCancelled) = table[id].state else { return }
    if let failure = table[id].failure { return end(id, .failed(failure)) }
    guard !hasCancelled, let message = table[id].command.exactly(Concurrent.self)?.message else {
      return end(id, hasCancelled ? .cancelled : .finished)
    }
    table[id].state = .around
    say(message, about: nil, in: id)
  }

  /// - Parameter left: The number of members that have not ended.
  private mutating func memberEnded(
    of race: Activity.ID, _ left: Int, _ isDecided: Bool, _ outcome: Activity.Outcome
  ) {
    table[race].state = .race(left: left, isDecided: isDecided)
    if isDecided { return sendAnswers(of: outcome, then: race) }
    if case .finished = outcome { return end(race, .finished) }
    // The last answered error counts, otherwise the first error.
    if case .failed(let failure) = outcome, failure.cause.isAnswered || table[race].failure == nil {
      table[race].failure = failure
    }
    if left > 0 { return checkQueues(around: race) }
    sendAnswers(
      of: table[race].failure.map(Activity.Outcome.failed) ?? .cancelled, then: race)
  }

  /// Cancels what is inside of a time limit, and says so.
  mutating func timeOut(_ id: Activity.ID) {
    for part in parts(of: id) { silence(part) }
    let name = table[id].name
    if case .timeout(_, let message?) = table[id].controlled?.control {
      table[id].state = .around
      say(message, about: name, in: id)
    } else {
      let cause = CommandFailure(error: CommandTimedOut(), command: name)
      end(id, .failed(Activity.Failure(cause: cause)))
    }
  }

  private mutating func say(_ message: any Message, about subject: ValueName?, in id: Activity.ID) {
    let send = Send(message, file: "", line: 0)
    self.send(send, about: subject, table[id].context, in: id)
  }

  // MARK: Further attempts

  private func retry(of id: Activity.ID) -> Retry? {
    if case .retried(let retry) = table[id].controlled?.control { retry } else { nil }
  }

  /// Returns whether there is a further attempt after an error.
  private func accepts(_ error: any Error, _ retry: Retry, _ made: Int) -> Bool {
    made < retry.count && !isFinishing && retry.errors.contains(error)
  }

  private mutating func tryAgain(
    _ id: Activity.ID, _ failure: Activity.Failure, _ retry: Retry, _ made: Int
  ) {
    table[id].failure = failure
    let command = failure.cause.command
    world.tell(.retried(count: made), of: command, table[id].context, wait: 0)
    let delay = retry.delay(before: made, after: failure.cause.error)
    if delay > .zero { return pause(id, .attempt(made: made), for: delay) }
    table[id].state = .waiting(.attempt(made: made))
    turns.activities.append(id)
  }

  /// Does now what the timer of an activity would do later. No attempt is made any more.
  mutating func endPause(_ id: Activity.ID) {
    guard case .waiting(.attempt) = table[id].state, let failure = table[id].failure else {
      return goOn(id)
    }
    sendAnswers(of: .failed(failure), then: id)
  }

  // MARK: Answers

  /// Keeps the message in which a command tells the app of its error, if an activity around it must
  /// not let it be sent: a `retried` that may start the command again, or a race that another member
  /// may win. Returns `nil` if the message must be sent now.
  mutating func keep(
    _ answer: AnsweredFailure, of id: Activity.ID, named subject: ValueName
  ) -> KeptAnswer? {
    guard isAlive(id), isKept(answer.error, around: id) else { return nil }
    return KeptAnswer(
      number: nextNumber(), message: answer.message, subject: subject,
      context: table[id].context)
  }

  private func isKept(_ error: any Error, around id: Activity.ID) -> Bool {
    isInside(id) { outer in
      switch table[outer].state {
      case .race(let left, let isDecided): !isDecided && left > 1
      case .retried(let made): retry(of: outer).map { accepts(error, $0, made) } ?? false
      default: false
      }
    }
  }

  /// Ends an activity that has kept answers. They are sent before, unless something around it keeps
  /// them. What comes after the activity waits until they are handled.
  private mutating func sendAnswers(of outcome: Activity.Outcome, then id: Activity.ID) {
    guard isAlive(id), case .failed(var failure) = outcome, !failure.answers.isEmpty,
      !isKept(failure.cause.error, around: id)
    else { return end(id, outcome) }
    let answers = failure.answers.sorted { $0.number < $1.number }
    failure.answers = []
    stopTimer(id)
    (table[id].failure, table[id].parts) = (failure, Activity.Parts())
    table[id].state = .answering(left: answers.count)
    for answer in answers where isAlive(id) {
      send(answer.message, about: answer.subject, answer.context, in: id)
    }
  }
}
