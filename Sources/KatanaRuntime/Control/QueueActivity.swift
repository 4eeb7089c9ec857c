import Katana

/// Starts its content as the queue with its name allows. Inside one that has its turn in the same
/// queue it does not wait again, or it would wait for itself.
final class QueueActivity: NamedActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let policy: QueuePolicy

  init(
    _ id: CancelID, _ policy: QueuePolicy, _ content: any Command, _ place: CommandPlace,
    _ controls: Controls
  ) {
    self.policy = policy
    super.init(id, content, place, controls)
  }

  override func beginNamed() {
    let running = controls.queues[key]?.running ?? []
    if running.contains(where: isInside) { return beginContent() }
    switch policy {
    case .latestWins:
      let others = (running + waiting).sorted { $0.number < $1.number }
      for other in others { other.end(.cancelled) }
      run()
    case .firstWins: if running.isEmpty { run() } else { end(.cancelled) }
    case .atMost:
      if running.count < limit { run() } else { wait() }
    case .keepLatest:
      if running.isEmpty { return run() }
      for other in waiting { other.end(.cancelled) }
      wait()
    }
  }

  private var waiting: [QueueActivity] { controls.queues[key]?.waiting ?? [] }

  /// How many may run at once with one that has waited.
  fileprivate var limit: Int {
    if case .atMost(let limit) = policy { max(1, limit) } else { 1 }
  }

  private func run() {
    guard !isOver else { return }
    controls.queues[key, default: ControlQueue()].running.append(self)
    beginContent()
  }

  private func wait() {
    if isOver { return }
    controls.queues[key, default: ControlQueue()].waiting.append(self)
    controls.reportCircle(of: self)
  }

  override func turnCame() { beginContent() }

  override func stop() {
    super.stop()
    controls.leaveQueue(self)
  }
}

/// Those that run and wait under one name.
struct ControlQueue {
  var running: [QueueActivity] = []
  var waiting: [QueueActivity] = []
}

extension Controls {
  /// Takes an activity out of its queue; those that waited for that have their places at once, so
  /// that nobody overtakes them.
  func leaveQueue(_ activity: QueueActivity) {
    // Taken out, because a change of a second copy would copy all that wait.
    guard var queue = queues.removeValue(forKey: activity.key) else { return }
    if let index = queue.running.firstIndex(where: { $0 === activity }) {
      queue.running.remove(at: index)
    } else if let index = queue.waiting.firstIndex(where: { $0 === activity }) {
      queue.waiting.remove(at: index)
    }
    while let next = queue.waiting.first, queue.running.count < next.limit {
      queue.running.append(queue.waiting.removeFirst())
      takeTurnLater(next)
    }
    if !queue.running.isEmpty || !queue.waiting.isEmpty { queues[activity.key] = queue }
  }

  /// Reports what has just begun to wait, if it can never have its turn: what holds its place waits
  /// for something that waits, by way of others, for what this is inside of.
  fileprivate func reportCircle(of activity: QueueActivity) {
    // Most wait outside of any queue: nothing can wait for them. Asked first, since many may wait.
    guard queues.values.contains(where: { $0.running.contains(where: activity.isInside) }) else {
      return
    }
    let all = queues.values.flatMap(\.waiting).sorted { $0.number < $1.number }
    guard all.count > 1 else { return }
    let stuck = stuck(all)
    guard stuck.contains(where: { $0 === activity }) else { return }
    home.report(
      .queuesWaitForEachOther(
        waiting: stuck.map { "\($0.name.fullName) for \($0.key)" },
        cause: home.chain(of: activity.place.cause)))
  }

  /// Those of which each waits for nothing but what waits for others of them.
  private func stuck(_ waiting: [QueueActivity]) -> [QueueActivity] {
    var stuck = waiting
    while true {
      let rest = stuck.filter { one in
        queues[one.key]?.running.allSatisfy { holder in
          stuck.contains { $0.isInside(holder) }
        } ?? false
      }
      if rest.count == stuck.count { return stuck }
      stuck = rest
    }
  }
}
