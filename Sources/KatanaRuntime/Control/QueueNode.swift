import Katana

/// Starts its content when the queue with its id allows it.
///
/// A node inside of one that has its turn in the same queue starts immediately, because it would
/// otherwise wait for itself.
final class QueueNode: NamedNode, @unchecked Sendable {
  // Sendable as its superclass is.
  private let policy: QueuePolicy
  /// Whether its turn has come, so that it holds a place in the queue.
  private(set) var hasPlace = false
  /// The number of runs inside of it that have not ended, including cancelled ones. Its place is
  /// not free before they have ended.
  private(set) var runCount = 0
  /// The name of its command, if the node has ended while it holds its place.
  private(set) var heldName: ValueName?
  /// Its number among the nodes that run, or that wait, under its id.
  var numberInQueue: UInt64 = 0
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
    if holders.contains(where: { $0.key == key }) { return beginContent() }
    switch policy {
    case .latestWins:
      let others = running.all + waiting.all
      for other in others.sorted(by: { $0.number < $1.number }) { other.end(.cancelled) }
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

  private var running: NumberedList<QueueNode> {
    controls.queues[key]?.running ?? NumberedList()
  }
  private var waiting: NumberedList<QueueNode> {
    controls.queues[key]?.waiting ?? NumberedList()
  }
  private var isPlaceFree: Bool { (controls.queues[key]?.placesTaken ?? 0) < limit }

  /// The number of commands that may run at the same time, according to the policy of this command.
  var limit: Int {
    if case .atMost(let limit) = policy { max(1, limit) } else { 1 }
  }

  private func run() {
    guard !isOver else { return }
    numberInQueue = controls.nextNumber()
    controls.queues[key, default: ControlQueue()].running.append(self, as: numberInQueue)
    takeTurn()
  }

  private func takeTurn() {
    hasPlace = true
    outerQueue = Self.innermost(around: self)
    beginContent()
  }

  private func wait() {
    if isOver { return }
    numberInQueue = controls.nextNumber()
    controls.queues[key, default: ControlQueue()].waiting.append(self, as: numberInQueue)
    controls.watchHeldPlaces(of: key)
    tellWait()
    controls.reportCircle(of: self)
  }

  override func turnCame() { takeTurn() }

  override class var kind: Kinds { queue }
  override var asQueue: QueueNode? { self }

  /// The queue nodes around this one that hold a place and have not ended, the innermost first.
  var holders: [QueueNode] {
    guard isInside(any: Self.queue) else { return [] }
    var (found, next): ([QueueNode], ControlNode?) = ([], parent)
    while let node = next {
      if let queue = node.asQueue, queue.hasPlace, !queue.isOver { found.append(queue) }
      next = node.parent
    }
    return found
  }

  /// Returns the innermost queue node above a node that holds a place.
  private static func innermost(around node: ControlNode) -> QueueNode? {
    var outer = node.parent
    while let next = outer {
      if let queue = next.asQueue, queue.hasPlace { return queue }
      outer = next.parent
    }
    return nil
  }

  /// Counts a started command for the places of all queues that it is part of.
  static func keepPlaces(for leaf: LeafNode) {
    guard leaf.isInside(any: queue) else { return }
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
