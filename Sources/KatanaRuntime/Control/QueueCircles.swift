import Katana

/// Finds queues that wait for each other for ever.
///
/// A queue is stuck if each command that holds one of its places cannot end: it contains a command
/// that waits in a stuck queue. A race cannot end if none of its members can. A time-out ends what is
/// inside of it.
extension ControlScheduler {
  /// Reports a node that has just begun to wait and whose turn can never come. The command that
  /// holds its place waits, perhaps through others, for a command that contains this node.
  func reportCircle(of node: QueueNode) {
    // Checked first, because many nodes may wait: no command waits for one that is in no queue.
    if !node.holders.isEmpty { reportCircle(in: node.key, closedBy: node) }
  }

  /// Reports a queue in which no turn can ever come.
  ///
  /// - Parameter node: The waiting node whose cause the report gives; the first one by default.
  /// - Returns: The reported queues.
  @discardableResult
  func reportCircle(in key: ControlKey, closedBy node: QueueNode? = nil) -> Set<ControlKey> {
    // A command that contains nothing that waits ends by itself, and this is known soonest.
    guard let queue = queues[key], let node = node ?? queue.waiting.first, queue.held.isEmpty,
      !queue.running.contains(where: { !waits($0) { _ in true } })
    else { return [] }
    let stuck = stuckQueues
    guard stuck.contains(key) else { return [] }
    let waiting = stuck.flatMap { queues[$0]?.waiting.all ?? [] }.sorted { $0.number < $1.number }
    core.report(
      .queuesWaitForEachOther(
        waiting: waiting.map { ($0.name.fullName, $0.key) },
        cause: core.chain(of: node.place.cause)))
    return stuck
  }

  /// Returns whether a node cannot end while certain queues are stuck.
  private func waits(_ node: ControlNode, for isStuck: (ControlKey) -> Bool) -> Bool {
    func isBlocked(_ part: ControlNode) -> Bool {
      if let queue = part.asQueue, isWaiting(queue) { return isStuck(queue.key) }
      return waits(part, for: isStuck)
    }
    if node is TimeoutNode { return false }
    guard let race = node.asRace else { return node.parts.contains(where: isBlocked) }
    return race.openCount > 0 && node.parts.filter(isBlocked).count == race.openCount
  }

  private func isWaiting(_ node: QueueNode) -> Bool {
    queues[node.key]?.waiting[node.numberInQueue] === node
  }

  /// The ids of the queues whose turns can never come.
  private var stuckQueues: Set<ControlKey> {
    var stuck = Set(
      queues.filter { !$0.value.waiting.isEmpty && $0.value.held.isEmpty }.map(\.key))
    while true {
      let free = stuck.filter { key in
        queues[key]!.running.contains { !waits($0, for: stuck.contains) }
      }
      if free.isEmpty { return stuck }
      stuck.subtract(free)
    }
  }
}
