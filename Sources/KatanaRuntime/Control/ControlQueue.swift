import Katana

/// The commands that run and wait under one id.
struct ControlQueue {
  var running = NumberedList<QueueNode>()
  var waiting = NumberedList<QueueNode>()
  /// The nodes that have ended but still hold their places, because runs inside of them go on.
  var held = NumberedList<QueueNode>()
  /// The timer that reports a long wait for a held place. The number distinguishes it from a
  /// cancelled timer that had already fired.
  var watch: (number: UInt64, timer: ScheduledAction)?

  var placesTaken: Int { running.count + held.count }
}

extension ControlScheduler {
  /// Removes a node from its queue. Its place remains taken while runs inside of it go on.
  func leaveQueue(_ node: QueueNode) {
    changeQueue(node.key) { queue in
      if queue.running.remove(node.numberInQueue) == nil {
        queue.waiting.remove(node.numberInQueue)
      } else if node.runCount > 0 {
        node.numberInQueue = nextNumber()
        queue.held.append(node, as: node.numberInQueue)
      }
    }
  }

  func freeHeldPlace(of node: QueueNode) {
    changeQueue(node.key) { queue in queue.held.remove(node.numberInQueue) }
  }

  /// Changes a queue, and gives free places to waiting nodes immediately, so that no other command
  /// takes them.
  private func changeQueue(_ key: ControlKey, _ change: (inout ControlQueue) -> Void) {
    // Removed from the dictionary first, because changing a second copy would copy all waiting
    // nodes.
    guard var queue = queues.removeValue(forKey: key) else { return }
    let placesTaken = queue.placesTaken
    change(&queue)
    let hasFreePlace = queue.placesTaken < placesTaken
    while let next = queue.waiting.first, queue.placesTaken < next.limit {
      queue.waiting.remove(next.numberInQueue)
      next.numberInQueue = nextNumber()
      queue.running.append(next, as: next.numberInQueue)
      takeTurnLater(next)
    }
    // A place that nobody takes, because the next node has a smaller limit, may close a circle.
    if hasFreePlace, queue.placesTaken < placesTaken, !queue.waiting.isEmpty {
      reportCircleLater(in: key)
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
        cancelled: queue.held.all.compactMap(\.heldName?.fullName), seconds: 10,
        cause: core.chain(of: waiting.place.cause)))
  }
}
