import Katana

/// Ends move outwards. What is cancelled is silent inside, and told outside.
extension Activities {
  /// Ends an activity, and those around it that end with it.
  ///
  /// A loop instead of recursion, because a fold may have nested any number of them.
  mutating func end(_ id: Activity.ID, _ outcome: Activity.Outcome) {
    var (id, outcome) = (id, outcome)
    while isAlive(id) {
      let (parent, root, context) = (table[id].parent, table[id].root, table[id].context)
      finish(id)
      if parent == .none {
        if roots.removeValue(forKey: root) != nil { world.ended(root, outcome, context) }
        return
      }
      guard let next = outcomeOfParent(parent, innerEnded: outcome) else { return }
      (id, outcome) = (parent, next)
    }
  }

  /// Cancels an activity without telling the one around it, which causes the end.
  mutating func silence(_ id: Activity.ID) {
    if isAlive(id) { finish(id) }
  }

  /// Stops an activity and what is inside of it, and removes all of it from all tables.
  private mutating func finish(_ id: Activity.ID) {
    var current = beginStopping(id)
    var outer: [Stopping] = []
    while true {
      if current.next < table[current.id].inner.count {
        let inner = table[current.id].inner[current.next]
        current.next += 1
        guard isAlive(inner) else { continue }
        outer.append(current)
        current = beginStopping(inner)
      } else {
        endStopping(current)
        guard let last = outer.popLast() else { return }
        current = last
      }
    }
  }

  /// An activity that is being stopped: the state that it had, and the index of its part that follows.
  private struct Stopping {
    let id: Activity.ID
    let state: Activity.State
    var next = 0
  }

  private mutating func beginStopping(_ id: Activity.ID) -> Stopping {
    let stopping = Stopping(id: id, state: table[id].state)
    (table[id].state, table[id].parent) = (.over, .none)
    table[id].context.scope?.ended(id)
    stopTimer(id)
    let wait = table[id].toldWait
    if wait != 0 {
      world.tell(.cancelled(by: nil), of: table[id].name, table[id].context, wait: wait)
    }
    return stopping
  }

  /// Called when all that is inside of the activity has ended.
  private mutating func endStopping(_ stopping: Stopping) {
    let id = stopping.id
    if table[id].named != .none { leave(id) }
    // Removes the count that stands for the activity itself. From now on, only its consequences
    // count.
    table[id].consequences?.done(nil, .own)
    if case .performed(let run) = stopping.state, world.cancel(run) { leaveQueues(id) }
    if table[id].place == .held || !table[id].queues.isEmpty { strip(id) } else { table.remove(id) }
  }

  /// Releases what an activity was to start or send: a run that does not end holds a place of it.
  private mutating func strip(_ id: Activity.ID) {
    table[id].command = EndedCommand(name: table[id].name)
    table[id].context = CommandContext(cause: table[id].context.cause)
    (table[id].inner, table[id].failure, table[id].consequences) = (Activity.Inner(), nil, nil)
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
        let members = table[outer].inner.all
        let index = members.firstIndex(of: winner) ?? 0
        before = members[..<index] + before
        after += members[(index + 1)...]
      }
      (winner, outer) = (outer, table[outer].parent)
    }
    for loser in before + after { silence(loser) }
  }

  // MARK: The end of a part

  /// Returns how an activity ends because a part of it has ended; `nil` if it goes on.
  private mutating func outcomeOfParent(
    _ id: Activity.ID, innerEnded outcome: Activity.Outcome
  ) -> Activity.Outcome? {
    guard isAlive(id) else { return nil }
    switch table[id].state {
    case .new, .waiting, .performed, .over: return nil
    case .around, .limited: return outcome
    case .sequence(let next, let isStarting):
      guard case .finished = outcome else { return outcome }
      // The loop that begins its parts goes on with the next one.
      if isStarting { return nil }
      table[id].state = .sequence(next: next, isStarting: true)
      beginInner(of: id)
      return isSequenceOver(id) ? .finished : nil
    case .concurrent(let left, var hasCancelled):
      if case .failed(let failure) = outcome { add(failure, to: id) }
      if case .cancelled = outcome { hasCancelled = true }
      table[id].state = .concurrent(left: left - 1, hasCancelled: hasCancelled)
      return left == 1 ? conclusion(of: id) : nil
    case .race(let left, let isDecided): return memberEnded(of: id, left - 1, isDecided, outcome)
    case .answering(let left):
      if case .cancelled = outcome { return outcome }
      table[id].state = .answering(left: left - 1)
      return left == 1 ? table[id].failure.map(Activity.Outcome.failed) : nil
    case .retried(let made):
      guard case .failed(let failure) = outcome, let retry = retry(of: id),
        accepts(failure.cause.error, retry, made)
      else { return sendAnswers(of: outcome, then: id) }
      tryAgain(id, failure, retry, made + 1)
      return nil
    case .telling(let made):
      guard case .finished = outcome, let failure = table[id].failure, let retry = retry(of: id)
      else { return outcome }
      if isFinishing { return sendAnswers(of: .failed(failure), then: id) }
      wait(id, retry.delay(before: made, after: failure.cause.error), made)
      return nil
    case .onFailure:
      guard case .failed(let failure) = outcome, !failure.cause.isAnswered else { return outcome }
      let message: any Message
      switch table[id].controlled?.control {
      case .onFailure(let known): message = known
      case .onFailureReply(let reply): message = reply(failure.cause.error)
      default: return outcome
      }
      table[id].state = .around
      say(message, about: failure.cause.command, in: id)
      return nil
    }
  }

  private mutating func add(_ failure: Activity.Failure, to id: Activity.ID) {
    if table[id].failure == nil {
      table[id].failure = failure
    } else {
      table[id].failure?.add(failure)
    }
  }

  /// Returns how a `Concurrent` ends whose parts have ended; `nil` if it sends its message first.
  mutating func conclusion(of id: Activity.ID) -> Activity.Outcome? {
    guard isAlive(id), case .concurrent(_, let hasCancelled) = table[id].state else { return nil }
    if let failure = table[id].failure { return .failed(failure) }
    guard !hasCancelled, let message = table[id].command.exactly(Concurrent.self)?.message else {
      return hasCancelled ? .cancelled : .finished
    }
    table[id].state = .around
    say(message, about: nil, in: id)
    return nil
  }

  /// - Parameter left: The number of members that have not ended.
  private mutating func memberEnded(
    of race: Activity.ID, _ left: Int, _ isDecided: Bool, _ outcome: Activity.Outcome
  ) -> Activity.Outcome? {
    table[race].state = .race(left: left, isDecided: isDecided)
    if isDecided { return sendAnswers(of: outcome, then: race) }
    if case .finished = outcome { return outcome }
    // The last answered error counts, otherwise the first error.
    if case .failed(let failure) = outcome, failure.cause.isAnswered || table[race].failure == nil {
      table[race].failure = failure
    }
    if left > 0 { return nil }
    return sendAnswers(
      of: table[race].failure.map(Activity.Outcome.failed) ?? .cancelled, then: race)
  }

  /// Cancels what is inside of a time limit, and says so.
  mutating func timeOut(_ id: Activity.ID) {
    for inner in inner(of: id) { silence(inner) }
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
    if case .retried(let retry, _) = table[id].controlled?.control { retry } else { nil }
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
    if case .retried(_, let reply?) = table[id].controlled?.control {
      table[id].state = .telling(made: made)
      let pause = RetryPause(attempt: made + 1, attempts: retry.count + 1, duration: delay)
      return say(reply(pause), about: command, in: id)
    }
    wait(id, delay, made)
  }

  /// Lets an activity wait for its next attempt.
  private mutating func wait(_ id: Activity.ID, _ delay: Duration, _ made: Int) {
    if delay > .zero { return pause(id, .attempt(made: made), for: delay) }
    table[id].state = .waiting(.attempt(made: made))
    table[id].waitStart = world.now
    turns.append(id)
  }

  /// Does now what the timer of an activity would do later. No attempt is made any more.
  mutating func endPause(_ id: Activity.ID) {
    guard case .waiting(.attempt) = table[id].state, let failure = table[id].failure else {
      return goOn(id)
    }
    if let outcome = sendAnswers(of: .failed(failure), then: id) { end(id, outcome) }
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

  /// Sends the answers that an activity has kept, before it ends, unless something around it keeps
  /// them. What comes after the activity waits until they are handled.
  ///
  /// - Returns: The outcome with which the activity ends now; `nil` if it ends later.
  private mutating func sendAnswers(
    of outcome: Activity.Outcome, then id: Activity.ID
  ) -> Activity.Outcome? {
    guard isAlive(id), case .failed(var failure) = outcome, !failure.answers.isEmpty,
      !isKept(failure.cause.error, around: id)
    else { return outcome }
    let answers = failure.answers.sorted { $0.number < $1.number }
    failure.answers = []
    stopTimer(id)
    (table[id].failure, table[id].inner) = (failure, Activity.Inner())
    table[id].state = .answering(left: answers.count)
    for answer in answers where isAlive(id) {
      send(answer.message, about: answer.subject, answer.context, in: id)
    }
    return nil
  }
}
