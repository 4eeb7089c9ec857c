import Katana

/// Queued commands.
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
    tellWait(of: id)
  }

  // MARK: Places

  /// Removes an activity from the queue, and gives its place to those that wait, immediately, so that
  /// no other command takes it.
  mutating func leaveQueue(_ id: Activity.ID, to place: Activity.Place?) {
    let name = table[id].named
    move(id, to: place)
    while case .waiting(.turn(let limit)) = state(of: names[name][.waiting].first),
      names[name].placesTaken < limit
    {
      let next = names[name][.waiting].first
      move(next, to: .running)
      turns.append(next)
    }
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
}
