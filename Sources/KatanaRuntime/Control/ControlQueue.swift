import Katana

/// The commands that run and wait under one key.
struct ControlQueue {
  var running = QueueList(.running)
  var waiting = QueueList(.waiting)
  /// The nodes that have ended but still hold their places, because runs inside of them go on.
  var held = QueueList(.held)
  /// The timer that reports a long wait for a held place. The number distinguishes it from a
  /// cancelled timer that had already fired.
  var watch: (number: UInt64, timer: ScheduledAction)?
  /// Whether it was reported that no turn can come, and no command has left the queue since.
  var isReportedAsStuck = false

  var isEmpty: Bool { running.isEmpty && waiting.isEmpty && held.isEmpty }
  var placesTaken: Int { running.count + held.count }

  mutating func remove(_ node: QueueNode) {
    isReportedAsStuck = false
    switch node.position {
    case .running: running.remove(node)
    case .waiting: waiting.remove(node)
    case .held: held.remove(node)
    case .nowhere: break
    }
  }

  mutating func endWatch() {
    watch?.timer.cancel()
    watch = nil
  }

  mutating func removeAll() {
    endWatch()
    for node in running.all + waiting.all + held.all { remove(node) }
  }
}

/// Queued commands in the order in which they were added. Each is in one list at most.
struct QueueList {
  /// Where a queued command is in its queue.
  enum Position { case nowhere, running, waiting, held }

  private let position: Position
  private(set) var first: QueueNode?
  private var last: QueueNode?
  private(set) var count = 0

  init(_ position: Position) { self.position = position }

  var isEmpty: Bool { count == 0 }

  var all: [QueueNode] {
    guard let first else { return [] }
    return Array(sequence(first: first, next: \.next))
  }

  /// Returns whether a node meets a condition.
  func contains(where condition: (QueueNode) -> Bool) -> Bool {
    var next = first
    while let node = next {
      if condition(node) { return true }
      next = node.next
    }
    return false
  }

  /// Adds a node, which is in no list, at the end.
  mutating func append(_ node: QueueNode) {
    node.position = position
    node.previous = last
    if let last { last.next = node } else { first = node }
    last = node
    count += 1
  }

  /// Removes a node, which is in this list.
  mutating func remove(_ node: QueueNode) {
    if let previous = node.previous { previous.next = node.next } else { first = node.next }
    if let next = node.next { next.previous = node.previous } else { last = node.previous }
    (node.previous, node.next, node.position) = (nil, nil, .nowhere)
    count -= 1
  }
}

extension ControlScheduler {
  /// Removes a node from its queue. Its place remains taken while runs inside of it go on.
  func leaveQueue(_ node: QueueNode) {
    guard let commands = node.commands, node.position != .nowhere else { return }
    let holdsPlace = node.position == .running && node.runCount > 0
    let placesTaken = commands.queue.placesTaken
    commands.queue.remove(node)
    if holdsPlace { commands.queue.held.append(node) }
    fillPlaces(of: commands, takenBefore: placesTaken)
  }

  /// Removes a node whose runs have ended from the places that it held.
  func freeHeldPlace(of node: QueueNode) {
    guard let commands = node.commands, node.position == .held else { return }
    let placesTaken = commands.queue.placesTaken
    commands.queue.remove(node)
    fillPlaces(of: commands, takenBefore: placesTaken)
  }

  /// Gives free places to waiting nodes immediately, so that no other command takes them.
  private func fillPlaces(of commands: NamedCommands, takenBefore: Int) {
    while let next = commands.queue.waiting.first, commands.queue.placesTaken < next.limit {
      commands.queue.waiting.remove(next)
      commands.queue.running.append(next)
      takeTurnLater(next)
    }
    // If nobody may take the free place, because the next node has a smaller limit, the queue may be
    // stuck.
    if commands.queue.placesTaken < takenBefore, !commands.queue.waiting.isEmpty {
      reportCircleLater(in: commands)
    }
    if commands.queue.held.isEmpty || commands.queue.waiting.isEmpty { commands.queue.endWatch() }
    watchHeldPlaces(of: commands)
    releaseIfEmpty(commands)
  }

  /// The time after which a wait for a held place is reported.
  private static var longWait: Duration { .seconds(10) }

  /// Starts the timer that reports a long wait for a held place, if a node waits for one.
  func watchHeldPlaces(of commands: NamedCommands) {
    if commands.queue.held.isEmpty || commands.queue.waiting.isEmpty { return }
    guard commands.queue.watch == nil else { return }
    let number = nextNumber()
    let timer = core.schedule(after: Self.longWait) { self.reportHeldPlace(of: commands, number) }
    commands.queue.watch = (number, timer)
  }

  private func reportHeldPlace(of commands: NamedCommands, _ watch: UInt64) {
    let queue = commands.queue
    guard queue.watch?.number == watch, let waiting = queue.waiting.first else { return }
    core.report(
      .cancelledCommandHoldsPlace(
        waiting: waiting.name.fullName, for: commands.key,
        cancelled: queue.held.all.compactMap(\.heldName?.fullName), seconds: 10,
        cause: core.chain(of: waiting.context.cause)))
  }
}
