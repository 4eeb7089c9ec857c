import Katana

/// Finds queues that wait for each other for ever.
///
/// A queue is stuck if each command that holds one of its places contains a command that waits in a
/// stuck queue.
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
  func reportCircle(in key: ControlKey, closedBy node: QueueNode? = nil) {
    // A command that contains nothing that waits ends by itself, and this is known soonest.
    guard let queue = queues[key], let node = node ?? queue.waiting.first, queue.held.isEmpty,
      !queue.running.contains(where: { !containsWaiting($0) })
    else { return }
    let stuck = stuckQueues
    guard stuck.contains(key) else { return }
    let waiting = stuck.flatMap { queues[$0]?.waiting.all ?? [] }.sorted { $0.number < $1.number }
    core.report(
      .queuesWaitForEachOther(
        waiting: waiting.map { ($0.name.fullName, $0.key) },
        cause: core.chain(of: node.place.cause)))
  }

  /// Returns whether a node contains one that waits in a queue.
  private func containsWaiting(_ node: ControlNode) -> Bool {
    node.parts.contains { part in
      if let queue = part.asQueue, !queue.isOver, !queue.hasPlace, isWaiting(queue) { return true }
      return containsWaiting(part)
    }
  }

  private func isWaiting(_ node: QueueNode) -> Bool {
    queues[node.key]?.waiting[node.numberInQueue] === node
  }

  /// The ids of the queues whose turns can never come.
  private var stuckQueues: Set<ControlKey> {
    let waiting = queues.filter { !$0.value.waiting.isEmpty && $0.value.held.isEmpty }
    // By the holder of a place: the queues in which commands inside of it wait.
    var waits: [ObjectIdentifier: Set<ControlKey>] = [:]
    for (key, queue) in waiting {
      for node in queue.waiting.all {
        for holder in node.holders { waits[ObjectIdentifier(holder), default: []].insert(key) }
      }
    }
    var stuck = Set(waiting.keys)
    while true {
      let free = stuck.filter { key in
        waiting[key]!.running.contains { holder in
          waits[ObjectIdentifier(holder)]?.isDisjoint(with: stuck) ?? true
        }
      }
      if free.isEmpty { return stuck }
      stuck.subtract(free)
    }
  }
}
