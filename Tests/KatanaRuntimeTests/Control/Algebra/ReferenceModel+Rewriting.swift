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
      switch collapsed(process, row: .app, inside: [], around: []) {
      case .ended(let outcome):
        if case .failed(let why, _) = outcome, !why.isAnswered { note(.reported(why)) }
      case let process: forest.append(process)
      }
    }
    fillQueues()
  }

  /// - Parameter outer: What is around the process, the outermost first.
  private mutating func collapsed(
    _ process: Process, row: Child, inside badges: [Badge], around outer: [Process]
  ) -> Process {
    let around = outer + [process]
    switch process {
    case .new, .later, .awaiting, .run, .ended: return process
    case .flushing(let number):
      return completeFlushes.contains(number) ? .ended(.finished) : process
    case .flushed(let ticket, let content):
      return collapsed(content, row: row, inside: badges, around: around)
        .orEnded { .flushed(ticket, $0) }
    case .race(let members, let losses):
      let after = members.map { collapsed($0, row: row, inside: badges, around: around) }
      return decided(after, losses, badges, outer)
    case .won(let winner):
      let winner = collapsed(winner, row: row, inside: badges, around: around)
      guard case .ended(let outcome) = winner else { return .won(winner) }
      return sending(outcome, badges, outer)
    case .answering(let words, let outcome):
      let words = words.map { collapsed($0, row: row, inside: badges, around: around) }
      if words.contains(where: { $0.outcome == .cancelled }) { return .ended(.cancelled) }
      return words.allSatisfy { $0.outcome != nil } ? .ended(outcome) : .answering(words, outcome)
    case .cancelling: return cancellationsEnd ? .ended(.finished) : process
    case .saying(let word): return say(word, row, badges)
    case .inRow(let row, let content):
      return collapsed(content, row: row, inside: badges, around: around)
        .orEnded { .inRow(row, $0) }
    case .inOrder(let first, let rest):
      let first = collapsed(first, row: row, inside: badges, around: around)
      guard case .ended(.finished) = first else {
        return first.orEnded { .inOrder($0, then: rest) }
      }
      guard let next = rest.first else { return .ended(.finished) }
      return .inOrder(.new(next), then: rest.dropFirst())
    case .together(let members, let word, let failed):
      return joined(
        members.map { collapsed($0, row: row, inside: badges, around: around) }, word, failed,
        row, badges)
    case .named(let badge, let content):
      let content = collapsed(content, row: row, inside: badges + [badge], around: around)
      if case .ended = content { leave(badge) }
      return content.orEnded { .named(badge, $0) }
    case .limited(let timer, let word, let content):
      return collapsed(content, row: row, inside: badges, around: around)
        .orEnded { .limited(timer, word, $0) }
    case .retried(let command, let attempts, let made, let content):
      let content = collapsed(content, row: row, inside: badges, around: around)
      guard case .ended(let outcome) = content else {
        return .retried(command, attempts, made: made, content)
      }
      guard let failure = outcome.failure, made < attempts.count,
        attempts.errors.contains(failure)
      else { return sending(outcome, badges, outer) }
      return .retried(command, attempts, made: made + 1, later(command, after: attempts.backoff))
    case .onFailure(let word, let content):
      let content = collapsed(content, row: row, inside: badges, around: around)
      if let failure = content.outcome?.failure, !failure.isAnswered {
        return say(word, row, badges)
      }
      return content.orEnded { .onFailure(word, $0) }
    }
  }

  private mutating func decided(
    _ members: [Process], _ losses: Losses, _ badges: [Badge], _ outer: [Process]
  ) -> Process {
    if members.isEmpty || members.contains(where: { $0.outcome == .finished }) {
      for member in members { silence(member) }
      return .ended(.finished)
    }
    var losses = losses
    for (index, member) in members.enumerated() {
      guard let outcome = member.outcome, losses.seen.insert(index).inserted else { continue }
      guard let failure = outcome.failure else { continue }
      if failure.isAnswered || losses.outcome == nil { losses.outcome = outcome }
    }
    if losses.seen.count < members.count { return .race(members, losses) }
    return sending(losses.outcome ?? .cancelled, badges, outer)
  }

  /// The end of what has kept answers: they are sent before, unless something around it keeps them.
  private mutating func sending(
    _ outcome: Outcome, _ badges: [Badge], _ outer: [Process]
  ) -> Process {
    guard case .failed(let failure, let answers) = outcome, !answers.isEmpty,
      !outer.contains(where: { $0.keepsAnswer(to: failure) })
    else { return .ended(outcome) }
    return .answering(answers.map { say($0.word, $0.row, badges) }, .failed(failure))
  }

  /// Whether something around a run keeps the answer of its failure.
  func isKept(_ failure: Failure, around run: Int) -> Bool {
    func isKept(_ process: Process) -> Bool? {
      if case .run(run) = process { return false }
      guard let inner = process.parts.lazy.compactMap(isKept).first else { return nil }
      return inner || process.keepsAnswer(to: failure)
    }
    return forest.lazy.compactMap(isKept).first ?? false
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
      return .won(result)
    }
    let before = forest
    forest = before.map(decided)
    reduce()
  }

  private mutating func joined(
    _ members: [Process], _ word: String?, _ failed: Outcome?, _ row: Child, _ badges: [Badge]
  ) -> Process {
    let outcomes = members.compactMap(\.outcome)
    // The first of the most important ones counts.
    let failures = (failed.map { [$0] } ?? []) + outcomes.filter { $0.failure != nil }
    let rank = failures.map(\.rank).max()
    let first = failures.first { $0.rank == rank }
    if outcomes.count < members.count { return .together(members, then: word, first) }
    if let failure = first?.failure {
      let answers = outcomes.flatMap(\.answers).sorted { $0.number < $1.number }
      return .ended(.failed(failure, answers))
    }
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
  var failure: Failure? { if case .failed(let failure, _) = self { failure } else { nil } }
  /// Of a failure: one whose answer is kept counts before one that the app does not know, and that
  /// before one that the app knows.
  var rank: Int { !answers.isEmpty ? 2 : failure?.isAnswered == true ? 0 : 1 }
  var answers: [ReferenceModel.Answer] {
    if case .failed(_, let answers) = self { answers } else { [] }
  }
}

extension ReferenceModel.Process {
  /// Whether an answer may yet be without effect, because of a further attempt or another member.
  func keepsAnswer(to failure: Failure) -> Bool {
    switch self {
    case .retried(_, let attempts, let made, _):
      made < attempts.count && attempts.errors.contains(failure)
    case .race(let members, _): members.filter { $0.outcome == nil }.count > 1
    default: false
    }
  }
}

extension Expression.Attempts.Errors {
  func contains(_ failure: Failure) -> Bool {
    switch self {
    case .all: true
    case .code(let code): failure == .code(code) || failure == .answered(code)
    case .timeouts: failure == .timedOut
    }
  }
}
