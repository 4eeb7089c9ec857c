public import KatanaRuntime

/// A clock that stands still until a test advances it.
///
/// Scheduled actions are called while ``advance(by:)`` runs, on its thread, in the order of their
/// time, then of their scheduling; each sees ``now`` at its own time, and what it schedules within the
/// advanced time is called too. So a test of timers needs no sleep and no yield.
public final class ManualClock: RuntimeClock {
  fileprivate struct State {
    var now = Duration.zero
    var actions: [Int: (time: Duration, action: @Sendable () -> Void)] = [:]
    var lastID = 0
    var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// A clock at time zero.
  public init() {}

  /// The time that the clock was advanced by so far.
  public var now: Duration { state.withLock { $0.now } }

  /// How many actions wait for their time, sleeping tasks included.
  public var scheduledCount: Int { state.withLock { $0.actions.count } }

  /// Keeps an action until its time has come.
  @discardableResult
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> ScheduledAction {
    let (id, ready) = state.withLock { state in
      state.lastID += 1
      state.actions[state.lastID] = (state.now + max(delay, .zero), action)
      return (state.lastID, state.takeReady())
    }
    for continuation in ready { continuation.resume() }
    return ScheduledAction { [state] in state.withLock { _ = $0.actions.removeValue(forKey: id) } }
  }

  /// Lets time pass, calling what becomes due on the way.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "time does not go back; advance by zero or more")
    let end = now + duration
    while let action = state.withLock({ $0.takeNext(until: end) }) { action() }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Advances to the next scheduled action and calls it, with all others of the same time.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func advanceToNext() -> Bool {
    guard let time = state.withLock({ $0.actions.values.map(\.time).min() }) else { return false }
    advance(by: max(time - now, .zero))
    return true
  }

  /// Waits until a number of actions are scheduled, for code that schedules from a task.
  public func waitUntilScheduled(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.waiting.append((count, continuation))
        return state.takeReady()
      }
      for continuation in ready { continuation.resume() }
    }
  }
}

extension ManualClock.State {
  fileprivate mutating func takeReady() -> [CheckedContinuation<Void, Never>] {
    let count = actions.count
    let ready = waiting.filter { $0.count <= count }.map(\.continuation)
    waiting.removeAll { $0.count <= count }
    return ready
  }

  fileprivate mutating func takeNext(until end: Duration) -> (@Sendable () -> Void)? {
    let due = actions.filter { $0.value.time <= end }
    guard let next = due.min(by: { ($0.value.time, $0.key) < ($1.value.time, $1.key) }) else {
      return nil
    }
    actions[next.key] = nil
    now = max(now, next.value.time)
    return next.value.action
  }
}
