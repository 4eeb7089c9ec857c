import Katana

/// What names activities in one runtime: the id and the life of the child that it belongs to.
struct ControlKey: Hashable {
  private let life: OpenScope?
  private let id: CancelID

  init(_ id: CancelID, at place: CommandPlace) {
    self.life = place.scope
    self.id = id
  }

  static func == (lhs: ControlKey, rhs: ControlKey) -> Bool {
    lhs.life === rhs.life && lhs.id == rhs.id
  }

  func hash(into hasher: inout Hasher) {
    if let life { hasher.combine(ObjectIdentifier(life)) }
    hasher.combine(id)
  }
}

/// An activity that can be cancelled by its id.
class NamedActivity: WrapperActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  final let key: ControlKey

  init(
    _ id: CancelID, _ content: any Command, _ place: CommandPlace, _ controls: Controls
  ) {
    self.key = ControlKey(id, at: place)
    super.init(content, place, controls)
  }

  override func begin() {
    controls.register(self)
    beginNamed()
  }

  /// Starts what the expression says, once the name is known.
  func beginNamed() { beginContent() }

  override func stop() {
    controls.unregister(self)
    super.stop()
  }
}

/// Has a name, and may cancel those that had it before, but for those that it is part of.
final class CancellableActivity: NamedActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let cancelsInFlight: Bool

  init(
    _ id: CancelID, cancelsInFlight: Bool, _ content: any Command, _ place: CommandPlace,
    _ controls: Controls
  ) {
    self.cancelsInFlight = cancelsInFlight
    super.init(id, content, place, controls)
  }

  override func begin() {
    if cancelsInFlight { controls.cancel(key, sparing: self) }
    if !isOver { super.begin() }
  }
}

/// Starts its content when no other one with its name has come for a time.
final class DebounceActivity: NamedActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  private let duration: Duration

  init(
    _ id: CancelID, _ duration: Duration, _ content: any Command, _ place: CommandPlace,
    _ controls: Controls
  ) {
    self.duration = duration
    super.init(id, content, place, controls)
  }

  override func beginNamed() {
    controls.debounces[key]?.end(.cancelled)
    guard !isOver else { return }
    controls.debounces[key] = self
    startTimer(duration)
  }

  override func timerFired() {
    controls.debounces[key] = nil
    beginContent()
  }

  override func stop() {
    if controls.debounces[key] === self { controls.debounces[key] = nil }
    super.stop()
  }
}

/// Starts its content at most once in a window of time that all with its name share.
final class ThrottleActivity: NamedActivity, @unchecked Sendable {
  // Sendable as its superclass is.
  let duration: Duration
  private let throttling: Throttling

  init(
    _ id: CancelID, _ duration: Duration, _ throttling: Throttling, _ content: any Command,
    _ place: CommandPlace, _ controls: Controls
  ) {
    self.duration = duration
    self.throttling = throttling
    super.init(id, content, place, controls)
  }

  override func beginNamed() {
    let isFirst = controls.windows[key] == nil
    if isFirst { controls.openWindow(for: self) }
    switch throttling {
    case .leading, .leadingAndTrailing:
      if isFirst { return beginContent() }
      if throttling == .leading { return end(.cancelled) }
    case .trailing: break
    }
    controls.windows[key]?.waiting?.end(.cancelled)
    if !isOver { controls.windows[key]?.waiting = self }
  }

  override func turnCame() { beginContent() }

  override func stop() {
    if controls.windows[key]?.waiting === self { controls.windows[key]?.waiting = nil }
    super.stop()
  }
}

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
    case .keepNewestWaiting:
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
    if !isOver { controls.queues[key, default: ControlQueue()].waiting.append(self) }
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
  /// Takes an activity out of its queue; those that waited for that have their places at once, so that
  /// nobody overtakes them.
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
}
