import Katana

/// Starts its content when the queue with its id allows it.
///
/// A node inside of one that has its turn in the same queue starts immediately, because it would
/// otherwise wait for itself.
final class QueueNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let policy: QueuePolicy
  /// Whether its turn has come, so that it holds a place in the queue.
  fileprivate private(set) var hasPlace = false
  /// The number of runs inside of it that have not ended, including cancelled ones. Its place is
  /// not free before they have ended.
  fileprivate private(set) var runCount = 0
  /// The name of its command, if the node has ended while it holds its place.
  fileprivate private(set) var heldName: ValueName?
  /// The index among the waiting nodes.
  fileprivate var waitingIndex: Int?
  /// The innermost queue node around it that holds a place. A strong reference: the nodes between
  /// them may be gone when the runs inside of this one end.
  private var outerQueue: QueueNode?

  init(
    _ id: CancelID, _ policy: QueuePolicy, _ content: any Command, _ place: CommandPlace,
    _ controls: ControlScheduler
  ) {
    self.policy = policy
    super.init(id, content, place, controls)
  }

  override func beginNamed() {
    let running = controls.queues[key]?.running ?? []
    if running.contains(where: isInside) { return beginContent() }
    switch policy {
    case .latestWins:
      let others = (running + waiting.all).sorted { $0.number < $1.number }
      for other in others { other.end(.cancelled) }
      run()
    case .firstWins: if running.isEmpty { run() } else { end(.cancelled) }
    case .atMost:
      if isPlaceFree { run() } else { wait() }
    case .keepLatest:
      if isPlaceFree { return run() }
      for other in waiting.all { other.end(.cancelled) }
      wait()
    }
  }

  private var waiting: WaitingLine { controls.queues[key]?.waiting ?? WaitingLine() }
  private var isPlaceFree: Bool { (controls.queues[key]?.placesTaken ?? 0) < limit }

  /// The number of commands that may run at the same time, according to the policy of this command.
  fileprivate var limit: Int {
    if case .atMost(let limit) = policy { max(1, limit) } else { 1 }
  }

  private func run() {
    guard !isOver else { return }
    controls.queues[key, default: ControlQueue()].running.append(self)
    takeTurn()
  }

  private func takeTurn() {
    hasPlace = true
    outerQueue = Self.innermost(around: self)
    beginContent()
  }

  private func wait() {
    if isOver { return }
    controls.queues[key, default: ControlQueue()].waiting.append(self)
    controls.watchHeldPlaces(of: key)
    tellWait()
    controls.reportCircle(of: self)
  }

  override func turnCame() { takeTurn() }

  /// Returns the innermost queue node above a node that holds a place.
  private static func innermost(around node: ControlNode) -> QueueNode? {
    var outer = node.parent
    while let next = outer {
      if let queue = next as? QueueNode, queue.hasPlace { return queue }
      outer = next.parent
    }
    return nil
  }

  /// Counts a started command for the places of all queues that it is part of.
  static func keepPlaces(for leaf: LeafNode) {
    leaf.queue = innermost(around: leaf)
    var next = leaf.queue
    while let queue = next {
      queue.runCount += 1
      next = queue.outerQueue
    }
  }

  /// Removes a command from the counts, because its run has ended or will never begin. Frees the
  /// places that no run holds any more.
  static func leavePlaces(of leaf: LeafNode) {
    var next = leaf.queue
    leaf.queue = nil
    while let queue = next {
      queue.runCount -= 1
      next = queue.outerQueue
      guard queue.isOver && queue.runCount == 0 else { continue }
      queue.outerQueue = nil
      queue.controls.freeHeldPlace(of: queue)
    }
  }

  override func stop() {
    if runCount > 0 { heldName = name }
    super.stop()
    if runCount == 0 { outerQueue = nil }
    controls.leaveQueue(self)
  }
}

/// The commands that run and wait under one id.
struct ControlQueue {
  var running: [QueueNode] = []
  var waiting = WaitingLine()
  /// The nodes that have ended but still hold their places, because runs inside of them go on.
  var held: [QueueNode] = []
  /// The timer that reports a long wait for a held place. The number distinguishes it from a
  /// cancelled timer that had already fired.
  var watch: (number: UInt64, timer: ScheduledAction)?

  var placesTaken: Int { running.count + held.count }
}

/// The waiting nodes, in order. The entry of a removed node stays empty until there are more empty
/// entries than others, so that removing one of many takes constant time on average.
struct WaitingLine {
  private var line: [QueueNode?] = []
  /// The smallest index at which a node may be.
  private var start = 0
  private var count = 0

  var isEmpty: Bool { count == 0 }
  var all: [QueueNode] { line.compactMap(\.self) }

  var first: QueueNode? {
    line[start...].lazy.compactMap(\.self).first
  }

  mutating func append(_ node: QueueNode) {
    node.waitingIndex = line.count
    line.append(node)
    count += 1
  }

  mutating func remove(_ node: QueueNode) {
    guard let index = node.waitingIndex else { return }
    node.waitingIndex = nil
    line[index] = nil
    count -= 1
    while start < line.count, line[start] == nil { start += 1 }
    if line.count > 2 * count { closeGaps() }
  }

  private mutating func closeGaps() {
    line = line.filter { $0 != nil }
    start = 0
    for (index, node) in line.enumerated() { node?.waitingIndex = index }
  }
}

extension ControlScheduler {
  /// Removes a node from its queue. Its place remains taken while runs inside of it go on.
  func leaveQueue(_ node: QueueNode) {
    changeQueue(node.key) { queue in
      if let index = queue.running.firstIndex(where: { $0 === node }) {
        queue.running.remove(at: index)
        if node.runCount > 0 { queue.held.append(node) }
      } else {
        queue.waiting.remove(node)
      }
    }
  }

  fileprivate func freeHeldPlace(of node: QueueNode) {
    changeQueue(node.key) { queue in queue.held.removeAll { $0 === node } }
  }

  /// Changes a queue, and gives free places to waiting nodes immediately, so that no other command
  /// takes them.
  private func changeQueue(_ key: ControlKey, _ change: (inout ControlQueue) -> Void) {
    // Removed from the dictionary first, because changing a second copy would copy all waiting
    // nodes.
    guard var queue = queues.removeValue(forKey: key) else { return }
    change(&queue)
    while let next = queue.waiting.first, queue.placesTaken < next.limit {
      queue.waiting.remove(next)
      queue.running.append(next)
      takeTurnLater(next)
    }
    if queue.held.isEmpty {
      queue.watch?.timer.cancel()
      queue.watch = nil
    }
    if queue.placesTaken > 0 || !queue.waiting.isEmpty { queues[key] = queue }
    watchHeldPlaces(of: key)
  }

  /// The time after which a wait for a held place is reported.
  private static var longWait: Duration { .seconds(10) }

  /// Starts the timer that reports a long wait for a held place, if a node waits for one.
  func watchHeldPlaces(of key: ControlKey) {
    guard let queue = queues[key], queue.watch == nil, !queue.held.isEmpty, !queue.waiting.isEmpty
    else { return }
    let number = nextNumber()
    let timer = core.schedule(after: Self.longWait) { [weak self] in
      self?.reportHeldPlace(of: key, number)
    }
    queues[key]?.watch = (number, timer)
  }

  private func reportHeldPlace(of key: ControlKey, _ watch: UInt64) {
    guard let queue = queues[key], queue.watch?.number == watch else { return }
    guard let waiting = queue.waiting.first else {
      queues[key]?.watch = nil
      return
    }
    core.report(
      .cancelledCommandHoldsPlace(
        waiting: waiting.name.fullName, for: key,
        cancelled: queue.held.compactMap(\.heldName?.fullName), seconds: 10,
        cause: core.chain(of: waiting.place.cause)))
  }

  /// Reports a node that has just begun to wait and whose turn can never come. The command that
  /// holds its place waits, perhaps through others, for a command that contains this node.
  fileprivate func reportCircle(of node: QueueNode) {
    // Most nodes wait outside of any other queue, so no command waits for them. Checked first,
    // because many nodes may wait.
    guard queues.values.contains(where: { $0.running.contains(where: node.isInside) }) else {
      return
    }
    let all = queues.values.flatMap(\.waiting.all).sorted { $0.number < $1.number }
    guard all.count > 1 else { return }
    let stuck = stuck(all)
    guard stuck.contains(where: { $0 === node }) else { return }
    core.report(
      .queuesWaitForEachOther(
        waiting: stuck.map { ($0.name.fullName, $0.key) },
        cause: core.chain(of: node.place.cause)))
  }

  /// Returns the nodes that wait only for commands that in turn wait for others of these nodes.
  private func stuck(_ waiting: [QueueNode]) -> [QueueNode] {
    var stuck = waiting
    while true {
      let rest = stuck.filter { one in
        guard let queue = queues[one.key], queue.held.isEmpty else { return false }
        return queue.running.allSatisfy { holder in stuck.contains { $0.isInside(holder) } }
      }
      if rest.count == stuck.count { return stuck }
      stuck = rest
    }
  }
}
