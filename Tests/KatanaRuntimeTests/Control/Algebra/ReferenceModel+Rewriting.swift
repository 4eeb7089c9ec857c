extension ReferenceModel {
  /// All consequences of an event; see ``ReferenceModel``.
  mutating func reduce() {
    while true {
      reduceWithoutTurns()
      guard !called.isEmpty else { return }
      wake(called.removeFirst())
    }
  }

  /// All but the turns of those for whom there is room now.
  mutating func reduceWithoutTurns() {
    while true {
      collapseForest()
      if !doomed.isEmpty {
        cancel(doomed.removeFirst())
      } else if !flushes.isEmpty {
        flush(flushes.removeFirst())
      } else {
        // The end of what cancels comes after the ends of what it has cancelled.
        cancellationsEnd = true
        collapseForest()
        cancellationsEnd = false
        if !beginLeftmost() { return }
      }
    }
  }

  // MARK: 1. Ends move outwards

  private mutating func collapseForest() {
    let before = forest
    forest = []
    for process in before {
      switch collapsed(process, row: .app, inside: []) {
      case .ended(let outcome): if case .failed(let why) = outcome { note(.reported(why)) }
      case let process: forest.append(process)
      }
    }
    fillQueues()
  }

  private mutating func collapsed(
    _ process: Process, row: Child, inside badges: [Badge]
  ) -> Process {
    switch process {
    case .new, .later, .awaiting, .run, .ended: return process
    case .flushing(let number):
      return completeFlushes.contains(number) ? .ended(.finished) : process
    case .flushed(let ticket, let content):
      return collapsed(content, row: row, inside: badges).orEnded { .flushed(ticket, $0) }
    case .race(let members, let failure):
      return decided(members.map { collapsed($0, row: row, inside: badges) }, failure)
    case .cancelling: return cancellationsEnd ? .ended(.finished) : process
    case .saying(let word): return say(word, row, badges)
    case .inRow(let row, let content):
      return collapsed(content, row: row, inside: badges).orEnded { .inRow(row, $0) }
    case .inOrder(let first, let rest):
      let first = collapsed(first, row: row, inside: badges)
      guard case .ended(.finished) = first else {
        return first.orEnded { .inOrder($0, then: rest) }
      }
      guard let next = rest.first else { return .ended(.finished) }
      return .inOrder(.new(next), then: rest.dropFirst())
    case .together(let members, let word, let failure):
      return joined(
        members.map { collapsed($0, row: row, inside: badges) }, word, failure, row, badges)
    case .named(let badge, let content):
      let content = collapsed(content, row: row, inside: badges + [badge])
      if case .ended = content { leave(badge) }
      return content.orEnded { .named(badge, $0) }
    case .limited(let timer, let word, let content):
      return collapsed(content, row: row, inside: badges).orEnded { .limited(timer, word, $0) }
    case .retried(let command, let attempts, let made, let content):
      let content = collapsed(content, row: row, inside: badges)
      guard case .ended(.failed(let failure)) = content, made < attempts.count,
        attempts.errors.contains(failure)
      else { return content.orEnded { .retried(command, attempts, made: made, $0) } }
      return .retried(command, attempts, made: made + 1, later(command, after: attempts.backoff))
    case .onFailure(let word, let content):
      let content = collapsed(content, row: row, inside: badges)
      if case .ended(.failed) = content { return say(word, row, badges) }
      return content.orEnded { .onFailure(word, $0) }
    }
  }

  private mutating func decided(_ members: [Process], _ failure: Failure?) -> Process {
    if members.isEmpty || members.contains(where: { $0.outcome == .finished }) {
      for member in members { silence(member) }
      return .ended(.finished)
    }
    let outcomes = members.compactMap(\.outcome)
    let failure = failure ?? outcomes.compactMap(\.failure).first
    if outcomes.count < members.count { return .race(members, failure) }
    return .ended(failure.map(Outcome.failed) ?? .cancelled)
  }

  /// A run is heard: in each race that it is in, all others lose.
  mutating func decideRaces(for run: Int) {
    func contains(_ process: Process) -> Bool {
      if case .run(run) = process { true } else { process.parts.contains(where: contains) }
    }
    func decided(_ process: Process) -> Process {
      guard case .race(let members, _) = process,
        let winner = members.first(where: contains)
      else { return process.with(process.parts.map(decided)) }
      let index = members.firstIndex(where: contains) ?? 0
      for member in members[..<index] { silence(member) }
      let result = decided(winner)
      for member in members[(index + 1)...] { silence(member) }
      return result
    }
    let before = forest
    forest = before.map(decided)
    reduce()
  }

  private mutating func joined(
    _ members: [Process], _ word: String?, _ failure: Failure?, _ row: Child, _ badges: [Badge]
  ) -> Process {
    let outcomes = members.compactMap(\.outcome)
    let failure = failure ?? outcomes.compactMap(\.failure).first
    if outcomes.count < members.count { return .together(members, then: word, failure) }
    if let failure { return .ended(.failed(failure)) }
    if outcomes.contains(.cancelled) { return .ended(.cancelled) }
    return word.map { say($0, row, badges) } ?? .ended(.finished)
  }

  /// A command that is tried again, at once if there is no time between.
  private mutating func later(_ command: Expression, after time: Int) -> Process {
    let ticket = nextNumber()
    if time > 0 { set(.wake(ticket), after: time) } else { again.append(ticket) }
    return .awaiting(ticket, command)
  }

  private mutating func say(_ word: String, _ row: Child, _ badges: [Badge]) -> Process {
    let id = nextNumber()
    begun.formUnion(badges.map(\.ticket))
    let script = Expression.Script(name: "", pauses: [], ending: .finishes)
    runs[id] = Run(
      script: script, row: row, waitingMessages: 1, isDone: true, outcome: .finished,
      queues: badges.queues)
    jobs.append(.word(word, run: id))
    return .run(id)
  }

  // MARK: 2. Cancelling

  private mutating func cancel(_ ticket: Int) {
    let before = forest
    forest = before.map { process in
      process.rewritten { part in
        guard case .named(let badge, let content) = part, badge.ticket == ticket else { return nil }
        silence(content)
        leave(badge)
        return .ended(.cancelled)
      }
    }
  }

  /// Whatever goes on inside is told that it is cancelled, and not heard any more.
  mutating func silence(_ process: Process) {
    if case .run(let id) = process, !(runs[id]?.isCancelled ?? true) { cancel(run: id) }
    for part in process.parts { silence(part) }
    if case .named(let badge, _) = process { leave(badge) }
  }

  private mutating func cancel(run id: Int) {
    guard let run = runs[id] else { return }
    runs[id]?.isCancelled = true
    let hasEnded = run.isDone && run.waitingMessages == 0
    if run.hasStarted && !hasEnded { note(.cancelled(run.script.name)) }
    if run.isDone { return }
    if !run.hasStarted {
      // Its task will not begin.
      runs[id]?.queues = []
    } else if run.script.style == .callback {
      // Nobody but the runtime keeps one that waits for ever.
      let waitsForEver = run.script.ending == .never && run.position == run.script.pauses.count
      if waitsForEver || !run.script.ignoresCancellation { isDone(id) }
    } else if !run.script.ignoresCancellation {
      tasks.append(id)
    }
  }

  private mutating func leave(_ badge: Badge) {
    guard case .queued = badge.role else { return }
    if placed.remove(badge.ticket) != nil && isInUse(badge.ticket) {
      held[badge.ticket] = badge.key
    }
    freed.append(badge.key)
  }

  /// Whether a run goes on that keeps a place.
  private func isInUse(_ ticket: Int) -> Bool {
    runs.values.contains { $0.queues.contains(ticket) }
  }

  /// A run that was cancelled has ended.
  mutating func leaveQueues(of run: Int) {
    let queues = runs[run]?.queues ?? []
    runs[run]?.queues = []
    // From the inside out, as ends move.
    for ticket in queues.reversed() where !isInUse(ticket) {
      if let key = held.removeValue(forKey: ticket) { freed.append(key) }
    }
  }

  /// Those who have waited longest get the places that have become free.
  private mutating func fillQueues() {
    for key in freed {
      for badge in waiting(at: key) {
        guard case .queued(let limit) = badge.role else { continue }
        guard placesTaken(at: key) + placesHeld(at: key) < limit else { break }
        placed.insert(badge.ticket)
        called.append(badge.ticket)
      }
    }
    called += again
    (freed, again) = ([], [])
  }

  // MARK: 3. Beginning

  private mutating func beginLeftmost() -> Bool {
    for index in forest.indices {
      if let process = begun(forest[index], row: .app, inside: []) {
        forest[index] = process
        return true
      }
    }
    return false
  }

  /// The process with its leftmost new part begun; `nil` if it has none.
  private mutating func begun(_ process: Process, row: Child, inside badges: [Badge]) -> Process? {
    var (row, badges) = (row, badges)
    switch process {
    case .new(let expression): return beginning(expression, row, inside: badges)
    case .inRow(let inner, _): row = inner
    case .named(let badge, _): badges.append(badge)
    default: break
    }
    var parts = process.parts
    for index in parts.indices {
      if let part = begun(parts[index], row: row, inside: badges) {
        parts[index] = part
        return process.with(parts)
      }
    }
    return nil
  }

  // MARK: 4. Turns

  mutating func wake(_ ticket: Int) {
    let before = forest
    forest = before.map { process in
      process.rewritten { part in
        switch part {
        case .awaiting(ticket, let expression): return .new(expression)
        case .limited(ticket, let word, let content):
          silence(content)
          return word.map { .saying($0) } ?? .ended(.failed(.timedOut))
        default: return nil
        }
      }
    }
  }

  mutating func ended(_ run: Int, _ outcome: Outcome, _ process: Process) -> Process {
    process.rewritten { part in
      if case .run(run) = part { .ended(outcome) } else { nil }
    }
  }
}

extension ReferenceModel.Outcome {
  var failure: Failure? { if case .failed(let failure) = self { failure } else { nil } }
}

extension Expression.Attempts.Errors {
  func contains(_ failure: Failure) -> Bool {
    switch self {
    case .all: true
    case .code(let code): failure == .code(code)
    case .timeouts: failure == .timedOut
    }
  }
}
