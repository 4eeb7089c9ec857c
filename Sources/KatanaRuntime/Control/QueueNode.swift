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
  /// The list of the queue that contains it. Set by the list, as the next two.
  @exclusivity(unchecked) var position = QueueList.Position.nowhere
  /// The next one in the list.
  @exclusivity(unchecked) var next: QueueNode?
  /// The one before it in the list.
  @exclusivity(unchecked) var previous: QueueNode?
  /// The innermost queue node around it that holds a place. A strong reference: the nodes between
  /// them may be gone when the runs inside of this one end.
  private var outerQueue: QueueNode?

  init(
    _ id: CancelID, _ policy: QueuePolicy, _ content: any Command, _ context: CommandContext,
    _ controls: ControlScheduler
  ) {
    self.policy = policy
    super.init(id, content, context, controls)
  }

  override func beginNamed() {
    if holders.contains(where: { $0.commands === commands }) { return beginContent() }
    switch policy {
    case .latestWins:
      if !commands.queue.isEmpty {
        let others = commands.queue.running.all + commands.queue.waiting.all
        for other in others.sorted(by: { $0.number < $1.number }) { other.end(.cancelled) }
      }
      run()
    case .firstWins: if commands.queue.running.isEmpty { run() } else { end(.cancelled) }
    case .atMost:
      if isPlaceFree { run() } else { wait() }
    case .keepLatest:
      if isPlaceFree { return run() }
      for other in commands.queue.waiting.all { other.end(.cancelled) }
      wait()
    }
  }

  private var isPlaceFree: Bool { commands.queue.placesTaken < limit }

  /// The number of commands that may run at the same time, according to the policy of this command.
  var limit: Int {
    if case .atMost(let limit) = policy { max(1, limit) } else { 1 }
  }

  private func run() {
    guard !isOver else { return }
    commands.queue.running.append(self)
    takeTurn()
  }

  private func takeTurn() {
    hasPlace = true
    outerQueue = Self.innermost(around: self)
    beginContent()
  }

  private func wait() {
    if isOver { return }
    commands.queue.waiting.append(self)
    controls.watchHeldPlaces(of: commands)
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
