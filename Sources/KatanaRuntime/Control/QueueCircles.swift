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
    // Checked first, because many nodes may wait: a node outside of any other queue closes no
    // circle.
    if !node.holders.isEmpty { reportCircle(in: node.commands, closedBy: node) }
  }

  /// Reports a queue in which no turn can ever come.
  ///
  /// - Parameter node: The waiting node whose cause the report gives; the first one by default.
  /// - Returns: The reported queues: all that are stuck, because one circle may hold up others.
  @discardableResult
  func reportCircle(
    in commands: NamedCommands, closedBy node: QueueNode? = nil
  ) -> Set<NamedCommands> {
    let queue = commands.queue
    // If a running command waits for nothing, there is no circle. This check is the cheapest.
    guard let node = node ?? queue.waiting.first, queue.held.isEmpty,
      !queue.running.contains(where: { !waits($0) { _ in true } })
    else { return [] }
    guard stuckQueues(among: queuesWaitedFor(by: commands)).contains(commands) else { return [] }
    let stuck = stuckQueues(among: Set(named.all.map(\.value)))
    if stuck.allSatisfy(\.queue.isReportedAsStuck) { return stuck }
    let waiting = stuck.flatMap(\.queue.waiting.all).sorted { $0.number < $1.number }
    core.report(
      .queuesWaitForEachOther(
        waiting: waiting.map { ($0.name.fullName, $0.key) },
        cause: core.chain(of: node.context.cause)))
    for commands in stuck { commands.queue.isReportedAsStuck = true }
    return stuck
  }

  /// Returns whether a node cannot end while certain queues are stuck.
  private func waits(_ node: ControlNode, for isStuck: (NamedCommands) -> Bool) -> Bool {
    func isBlocked(_ part: ControlNode) -> Bool {
      if let queue = part.asQueue, queue.position == .waiting { return isStuck(queue.commands) }
      return waits(part, for: isStuck)
    }
    if node is TimeoutNode { return false }
    guard let race = node.asRace else { return node.parts.contains(where: isBlocked) }
    let open = race.parts.filter { !$0.isOver }
    return race.hasBegunAll && !open.isEmpty && open.allSatisfy(isBlocked)
  }

  /// Returns the queues whose turns can never come. What these wait for must be among them.
  private func stuckQueues(among queues: Set<NamedCommands>) -> Set<NamedCommands> {
    var stuck = queues.filter { !$0.queue.waiting.isEmpty && $0.queue.held.isEmpty }
    while true {
      let free = stuck.filter { commands in
        commands.queue.running.contains { !waits($0, for: stuck.contains) }
      }
      if free.isEmpty { return stuck }
      stuck.subtract(free)
    }
  }

  /// Returns a queue and those for which its commands wait, directly or through others.
  private func queuesWaitedFor(by start: NamedCommands) -> Set<NamedCommands> {
    var found: Set = [start]
    var nodes: [ControlNode] = start.queue.running.all
    while let node = nodes.popLast() {
      guard let waiting = node.asQueue, waiting.position == .waiting else {
        nodes += node.parts
        continue
      }
      if found.insert(waiting.commands).inserted { nodes += waiting.commands.queue.running.all }
    }
    return found
  }
}

extension ControlNode {
  /// Checks later whether a circle holds up the queues in which the nodes above this one have their
  /// turn. Called when fewer commands can end a race.
  final func checkQueuesAround() {
    guard isInside(any: Self.queue) else { return }
    for queue in ancestors.compactMap(\.asQueue) where queue.position == .running {
      controls.reportCircleLater(in: queue.commands)
    }
  }
}
