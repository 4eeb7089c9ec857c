extension ReferenceModel {
  /// What an expression becomes when it begins.
  mutating func beginning(
    _ expression: Expression, _ row: Child, inside badges: [Badge]
  ) -> Process {
    switch expression {
    case .leaf(let script): return perform(script, row, badges)
    case .send(let word): return .saying(word)
    case .cancel(let name):
      doomed += tickets(at: Key(name: name, row: row))
      return .cancelling
    case .cancelWaiting(let name):
      doomed += tickets(at: Key(name: name, row: row)).filter { !begun.contains($0) }
      return .cancelling
    case .flush(let name):
      let process = nextNumber()
      flushes.append((Key(name: name, row: row), process))
      return .flushing(process)
    case .race(let commands): return .race(commands.map { .new($0) }, Losses())
    case .inOrder(let commands): return .inOrder(.ended(.finished), then: commands[...])
    case .together(let commands, let word):
      return .together(commands.map { .new($0) }, then: word, nil)
    case .delayed(let command, let time): return .awaiting(timer(after: time), command)
    case .timeout(let command, let time, let word):
      return .limited(timer(after: time), word, .new(command))
    case .retried(let command, let attempts):
      return .retried(command, attempts, made: 0, .new(command))
    case .onFailure(let command, let word): return .onFailure(word, .new(command))
    case .mapped(let command): return .new(command)
    case .row(let command, let row): return .inRow(child(row), .new(command))
    case .cancellable(let command, let name, let cancelInFlight):
      let badge = badge(name, row, .cancellable)
      if cancelInFlight { doomed += tickets(at: badge.key).filter { $0.isOutside(badges) } }
      return .named(badge, .new(command))
    case .debounced(let command, let name, let time):
      let badge = badge(name, row, .debounced)
      doomed += waiting(at: badge.key).filter { $0.role == .debounced }.map(\.ticket)
      set(.wake(badge.ticket), after: time)
      return .named(badge, .awaiting(badge.ticket, command))
    case .throttled(let command, let name, let time, let rate):
      return throttled(command, badge(name, row, .throttled(time)), time, rate)
    case .queued(let command, let name, let policy):
      return queued(command, badge(name, row, .queued(limit: policy.limit)), policy, badges)
    }
  }

  private mutating func throttled(
    _ command: Expression, _ badge: Badge, _ time: Int, _ rate: Expression.Rate
  ) -> Process {
    let isFirst = windows.insert(badge.key).inserted
    if isFirst { set(.window(badge.key), after: time) }
    if isFirst && rate != .trailing { return .named(badge, .new(command)) }
    if rate == .leading { return .ended(.cancelled) }
    let waiting = waiting(at: badge.key).filter(\.isThrottled)
    doomed += waiting.map(\.ticket)
    return .named(badge, .awaiting(badge.ticket, command))
  }

  private mutating func queued(
    _ command: Expression, _ badge: Badge, _ policy: Expression.Policy, _ outer: [Badge]
  ) -> Process {
    if outer.contains(where: { $0.key == badge.key && $0.isQueued }) {
      return .named(Badge(key: badge.key, ticket: badge.ticket, role: .passing), .new(command))
    }
    let waiting = waiting(at: badge.key).filter(\.isQueued)
    let mustWait = placesTaken(at: badge.key) + placesHeld(at: badge.key) >= policy.limit
    switch policy {
    case .firstWins where placesTaken(at: badge.key) > 0: return .ended(.cancelled)
    case .keepLatest where mustWait: doomed += waiting.map(\.ticket)
    case .latestWins:
      doomed += badges().filter { $0.badge.isQueued && $0.badge.key == badge.key }
        .map(\.badge.ticket)
    default: break
    }
    let startsAtOnce = policy == .latestWins || policy == .firstWins
    if mustWait && !startsAtOnce { return .named(badge, .awaiting(badge.ticket, command)) }
    placed.insert(badge.ticket)
    return .named(badge, .new(command))
  }

  private mutating func perform(
    _ script: Expression.Script, _ row: Child, _ badges: [Badge]
  ) -> Process {
    let id = nextNumber()
    begun.formUnion(badges.map(\.ticket))
    var outcome = Outcome.finished
    if case .throwsCode(let code) = script.ending { outcome = .failed(.code(code)) }
    runs[id] = Run(script: script, row: row, outcome: outcome, queues: badges.queues)
    if script.style == .async {
      tasks.append(id)
    } else {
      runs[id]?.hasStarted = true
      note(.started(script.name))
      pause(id)
    }
    return .run(id)
  }

  private mutating func timer(after time: Int) -> Int {
    let ticket = nextNumber()
    set(.wake(ticket), after: time)
    return ticket
  }

  private mutating func badge(_ name: Expression.Name, _ row: Child, _ role: Badge.Role) -> Badge {
    Badge(key: Key(name: name, row: row), ticket: nextNumber(), role: role)
  }

  // MARK: Who is there

  /// All badges in the forest, the oldest first, and whether their commands have not begun.
  private func badges() -> [(badge: Badge, isWaiting: Bool)] {
    func badges(in process: Process) -> [(badge: Badge, isWaiting: Bool)] {
      let inner = process.parts.flatMap(badges)
      guard case .named(let badge, let content) = process else { return inner }
      if case .awaiting(badge.ticket, _) = content { return [(badge, true)] }
      return [(badge, false)] + inner
    }
    return forest.flatMap(badges).sorted { $0.badge.ticket < $1.badge.ticket }
  }

  func tickets(at key: Key) -> [Int] {
    badges().filter { $0.badge.key == key }.map(\.badge.ticket)
  }

  /// Those that wait under a key and have not been called.
  func waiting(at key: Key) -> [Badge] {
    badges().filter { $0.isWaiting && $0.badge.key == key && !placed.contains($0.badge.ticket) }
      .map(\.badge)
  }

  /// The places of what has ended and in which a run goes on, though nobody hears it.
  func placesHeld(at key: Key) -> Int { held.values.filter { $0 == key }.count }

  func placesTaken(at key: Key) -> Int {
    badges().filter { $0.badge.key == key && placed.contains($0.badge.ticket) }.count
  }
}

extension ReferenceModel.Badge {
  var isThrottled: Bool { if case .throttled = role { true } else { false } }
  var isQueued: Bool { if case .queued = role { true } else { false } }
}

extension [ReferenceModel.Badge] {
  /// The tickets of the queues; one inside itself is the outer one.
  var queues: [Int] { filter(\.isQueued).map(\.ticket) }
}

extension Int {
  fileprivate func isOutside(_ badges: [ReferenceModel.Badge]) -> Bool {
    !badges.contains { $0.ticket == self }
  }
}

extension Expression.Policy {
  /// How many run at once with one that has waited.
  var limit: Int { if case .atMost(let limit) = self { limit } else { 1 } }
}
