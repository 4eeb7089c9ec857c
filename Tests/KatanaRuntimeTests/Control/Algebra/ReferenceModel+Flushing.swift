/// What a flush does: all that waits for its time begins, and what waits in there too.
extension ReferenceModel {
  /// What would begin after the flush waits until it is complete: members of a group that come later.
  mutating func flush(_ flush: (key: Key, process: Int)) {
    let process = flush.process
    change { if case .new(let expression) = $0 { .later(process, expression) } else { nil } }
    for ticket in outermostTickets(at: flush.key) { hurry(ticket) }
    change { if case .later(process, let expression) = $0 { .new(expression) } else { nil } }
    completeFlushes.insert(process)
  }

  /// What has the id inside of something that has it is reached with that.
  private func outermostTickets(at key: Key) -> [Int] {
    func tickets(in process: Process) -> [Int] {
      if case .named(let badge, _) = process, badge.key == key { return [badge.ticket] }
      return process.parts.flatMap(tickets)
    }
    return forest.flatMap(tickets).sorted()
  }

  private mutating func hurry(_ ticket: Int) {
    for waiting in timed(in: ticket) where timed(in: ticket).contains(waiting) {
      change {
        guard case .awaiting(waiting, let expression) = $0 else { return nil }
        return .flushed(waiting, .new(expression))
      }
      reduceWithoutTurns()
      hurry(waiting)
    }
  }

  private mutating func change(_ replace: (Process) -> Process?) {
    forest = forest.map { $0.rewritten(replace) }
  }

  /// What waits for its time inside of something, from left to right.
  private func timed(in ticket: Int) -> [Int] {
    func all(_ process: Process, isInside: Bool) -> [Int] {
      var isInside = isInside
      switch process {
      case .named(let badge, _): isInside = isInside || badge.ticket == ticket
      case .flushed(let number, _): isInside = isInside || number == ticket
      case .awaiting(let number, _): return isInside && isTimed(number) ? [number] : []
      default: break
      }
      return process.parts.flatMap { all($0, isInside: isInside) }
    }
    return forest.flatMap { all($0, isInside: false) }
  }

  private func isTimed(_ ticket: Int) -> Bool {
    timers.contains { if case .wake(ticket) = $0.timer { true } else { false } }
      || windows.contains { key in
        waiting(at: key).contains { $0.isThrottled && $0.ticket == ticket }
      }
  }
}
