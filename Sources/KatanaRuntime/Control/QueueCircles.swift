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
    if !node.holders.isEmpty { reportCircle(in: node.commands, closedBy: node) }
  }

  /// Reports a queue in which no turn can ever come.
  ///
  /// - Parameter node: The waiting node whose cause the report gives; the first one by default.
  /// - Returns: The reported queues.
  @discardableResult
  func reportCircle(in commands: NamedCommands, closedBy node: QueueNode? = nil) -> [NamedCommands] {
    let queue = commands.queue
    // A command that contains nothing that waits ends by itself, and this is known soonest.
    guard let node = node ?? queue.waiting.first, queue.held.isEmpty,
      !queue.running.contains(where: { !waits($0) { _ in true } })
    else { return [] }
    let stuck = stuckQueues(from: commands)
    guard stuck[ObjectIdentifier(commands)] != nil else { return [] }
    let waiting = stuck.values.flatMap(\.queue.waiting.all).sorted { $0.number < $1.number }
    core.report(
      .queuesWaitForEachOther(
        waiting: waiting.map { ($0.name.fullName, $0.key) },
        cause: core.chain(of: node.place.cause)))
    return Array(stuck.values)
  }

  /// Returns whether a node cannot end while certain queues are stuck.
  private func waits(_ node: ControlNode, for isStuck: (NamedCommands) -> Bool) -> Bool {
    func isBlocked(_ part: ControlNode) -> Bool {
      if let queue = part.asQueue, queue.position == .waiting { return isStuck(queue.commands) }
      return waits(part, for: isStuck)
    }
    if node is TimeoutNode { return false }
    guard let race = node.asRace else { return node.parts.contains(where: isBlocked) }
    return race.openCount > 0 && node.parts.filter(isBlocked).count == race.openCount
  }

  /// Returns the queues whose turns can never come, among a queue and those for which its commands
  /// wait.
  private func stuckQueues(
    from start: NamedCommands
  ) -> [ObjectIdentifier: NamedCommands] {
    var stuck = queuesWaitedFor(by: start).filter { $0.value.queue.held.isEmpty }
    while true {
      let free = stuck.filter { _, commands in
        commands.queue.running.contains { node in
          !waits(node) { stuck[ObjectIdentifier($0)] != nil }
        }
      }
      if free.isEmpty { return stuck }
      for id in free.keys { stuck[id] = nil }
    }
  }

  /// Returns a queue and those for which its commands wait, directly or through others.
  private func queuesWaitedFor(by start: NamedCommands) -> [ObjectIdentifier: NamedCommands] {
    var found = [ObjectIdentifier(start): start]
    var (queues, nodes) = ([start], [ControlNode]())
    while let queue = queues.popLast() {
      nodes += queue.queue.running.all
      while let node = nodes.popLast() {
        for part in node.parts {
          guard let waiting = part.asQueue, waiting.position == .waiting else {
            nodes.append(part)
            continue
          }
          let other: NamedCommands = waiting.commands
          if found.updateValue(other, forKey: ObjectIdentifier(other)) == nil {
            queues.append(other)
          }
        }
      }
    }
    return found
  }
}
