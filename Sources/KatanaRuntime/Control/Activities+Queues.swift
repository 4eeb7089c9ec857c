import Katana

/// Queued commands, and queues that wait for each other for ever.
extension Activities {
  /// Starts a command when the queue with its id allows it.
  ///
  /// A command inside of one that has its turn in the same queue starts immediately, because it
  /// would otherwise wait for itself.
  mutating func queue(_ id: Activity.ID, _ policy: QueuePolicy) {
    let name = table[id].named
    let isInside = isInside(id) { table[$0].named == name && table[$0].place == .running }
    let limit = if case .atMost(let limit) = policy { max(1, limit) } else { 1 }
    let isFree = names[name].placesTaken < limit
    if !isInside {
      switch policy {
      case .latestWins:
        let others = all(.running, of: name) + all(.waiting, of: name)
        for other in others.sorted() { end(other, .cancelled) }
      case .firstWins where names[name][.running].count > 0: return end(id, .cancelled)
      case .keepLatest where !isFree:
        for other in all(.waiting, of: name) { end(other, .cancelled) }
        wait(id, limit)
        return
      case .atMost where !isFree: return wait(id, limit)
      case .firstWins, .keepLatest, .atMost: break
      }
      guard isAlive(id) else { return }
      move(id, to: .running)
    }
    table[id].state = .around
  }

  private mutating func wait(_ id: Activity.ID, _ limit: Int) {
    guard isAlive(id) else { return }
    move(id, to: .waiting)
    table[id].state = .waiting(.turn(limit: limit))
    watchHeldPlaces(of: table[id].named)
    tellWait(of: id)
    // Checked first, because many may wait: what is in no other queue closes no circle.
    if isInside(id, { table[$0].place == .running }) {
      reportCircle(in: table[id].named, closedBy: id)
    }
  }

  // MARK: Places

  /// Removes an activity from the queue, and gives its place to those that wait, immediately, so that
  /// no other command takes it.
  mutating func leaveQueue(_ id: Activity.ID, to place: Activity.Place?) {
    let name = table[id].named
    let taken = names[name].placesTaken
    move(id, to: place)
    names[name].isReportedAsStuck = false
    while case .waiting(.turn(let limit)) = state(of: names[name][.waiting].first),
      names[name].placesTaken < limit
    {
      let next = names[name][.waiting].first
      move(next, to: .running)
      turns.activities.append(next)
    }
    // If nobody may take the free place, because the next activity has a smaller limit, the queue
    // may be stuck.
    if names[name].placesTaken < taken, names[name][.waiting].count > 0 {
      turns.queuesToCheck.append(name)
    }
    if names[name][.held].count == 0 || names[name][.waiting].count == 0 {
      names[name].longWait.take()?.action.cancel()
    }
    watchHeldPlaces(of: name)
    releaseIfEmpty(name)
  }

  private func state(of id: Activity.ID) -> Activity.State {
    isAlive(id) ? table[id].state : .over
  }

  /// Frees the places that a run has held, because it has ended or will never begin: those that no
  /// other run holds.
  mutating func leaveQueues(_ run: Activity.ID) {
    let queues = table[run].queues
    if queues.isEmpty { return }
    table[run].queues = []
    for queue in queues {
      table[queue].runCount -= 1
      guard table[queue].place == .held, table[queue].runCount == 0 else { continue }
      leaveQueue(queue, to: nil)
      table.remove(queue)
    }
  }

  /// The time after which a wait for a held place is reported.
  private static var longWait: Duration { .seconds(10) }

  /// Starts the timer that reports a long wait for a held place, if an activity waits for one.
  private mutating func watchHeldPlaces(of name: Handle) {
    if names[name][.held].count == 0 || names[name][.waiting].count == 0 { return }
    guard names[name].longWait == nil else { return }
    names[name].longWait = timer(.longWait(name), after: Self.longWait)
  }

  mutating func reportHeldPlace(of name: Handle, _ number: UInt64) {
    let commands = names[name]
    guard commands.longWait?.number == number, commands[.waiting].count > 0 else { return }
    let waiting = table[commands[.waiting].first]
    let cancelled = all(.held, of: name).compactMap {
      table[$0].command.exactly(EndedCommand.self)
    }
    world.report(
      .cancelledCommandHoldsPlace(
        waiting: waiting.name.fullName, for: commands.key.id,
        cancelled: cancelled.map(\.name.fullName), after: Self.longWait,
        cause: world.chain(of: waiting.context.cause)))
  }

  // MARK: Circles

  // A queue is stuck if each command that holds one of its places cannot end: it contains a command
  // that waits in a stuck queue. A race cannot end if none of its members can. A time-out ends what
  // is inside of it.

  /// Checks later whether a circle holds up the queues around an activity in which others have their
  /// turn. Called when fewer commands can end a race.
  mutating func checkQueues(around id: Activity.ID) {
    guard isAlive(id) else { return }
    var outer = table[id].parent
    while outer != .none {
      if table[outer].place == .running { turns.queuesToCheck.append(table[outer].named) }
      outer = table[outer].parent
    }
  }

  /// Reports a queue in which no turn can ever come.
  ///
  /// - Parameter id: The waiting activity whose cause the report gives; the first one by default.
  /// - Returns: The reported queues: all that are stuck, because one circle may hold up others.
  @discardableResult
  mutating func reportCircle(in name: Handle, closedBy id: Activity.ID? = nil) -> Set<Handle> {
    // If a running command waits for nothing, there is no circle. This check is the cheapest.
    guard names.contains(name), names[name][.waiting].count > 0, names[name][.held].count == 0,
      !all(.running, of: name).contains(where: { !waits($0) { _ in true } })
    else { return [] }
    guard stuckQueues(among: queuesWaitedFor(by: name)).contains(name) else { return [] }
    let stuck = stuckQueues(among: Set(names.handles))
    if stuck.allSatisfy({ names[$0].isReportedAsStuck }) { return stuck }
    let waiting = stuck.flatMap { all(.waiting, of: $0) }.sorted()
    let cause = table[id ?? names[name][.waiting].first].context.cause
    world.report(
      .queuesWaitForEachOther(
        waiting: waiting.map { (table[$0].name.fullName, names[table[$0].named].key.id) },
        cause: world.chain(of: cause)))
    for queue in stuck { names[queue].isReportedAsStuck = true }
    return stuck
  }

  /// Returns whether an activity cannot end while certain queues are stuck.
  private func waits(_ id: Activity.ID, for isStuck: (Handle) -> Bool) -> Bool {
    let (activity, parts) = (table[id], parts(of: id))
    func isBlocked(_ part: Activity.ID) -> Bool {
      table[part].place == .waiting ? isStuck(table[part].named) : waits(part, for: isStuck)
    }
    switch activity.state {
    case .limited: return false
    case .race:
      return activity.parts.count == activity.command.members.count && !parts.isEmpty
        && parts.allSatisfy(isBlocked)
    default: return parts.contains(where: isBlocked)
    }
  }

  /// Returns the queues whose turns can never come. What these wait for must be among them.
  private func stuckQueues(among queues: Set<Handle>) -> Set<Handle> {
    var stuck = queues.filter { names[$0][.waiting].count > 0 && names[$0][.held].count == 0 }
    while true {
      let free = stuck.filter { name in
        all(.running, of: name).contains { !waits($0, for: stuck.contains) }
      }
      if free.isEmpty { return stuck }
      stuck.subtract(free)
    }
  }

  /// Returns a queue and those for which its commands wait, directly or through others.
  private func queuesWaitedFor(by start: Handle) -> Set<Handle> {
    var (found, left): (Set, [Activity.ID]) = ([start], all(.running, of: start))
    while let id = left.popLast() {
      if table[id].place != .waiting {
        left += parts(of: id)
      } else if found.insert(table[id].named).inserted {
        left += all(.running, of: table[id].named)
      }
    }
    return found
  }
}
