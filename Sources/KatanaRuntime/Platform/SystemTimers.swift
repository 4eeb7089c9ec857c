import Foundation

/// All timers of the system's clock in this process. One task sleeps until the first timer is due.
/// Then the due actions are called by several tasks, at most as many as there are processors.
///
/// A sleeping task for each timer would be several times slower, because the system keeps a timer
/// of its own for each.
final class SystemTimers: @unchecked Sendable {
  // Sendable, because all of its state is read and written with the lock held.
  static let shared = SystemTimers()

  private init() {}

  private let lock = Lock()
  private var queue = TimerQueue<Timer>()
  private var sleeper: Sleeper?
  private var sleeperCount = 0
  private var lastWake = Duration.seconds(-1)
  /// The due actions that were not called yet, in order.
  private var due = PagedQueue<Timer>()
  private var workers = TimerWorkers(limit: ProcessInfo.processInfo.activeProcessorCount)

  typealias Action = @Sendable () -> Void

  /// A structure, because a closure in a generic container gets a wrapper of its own in memory.
  private struct Timer {
    let action: Action
  }

  private struct Sleeper {
    let number: Int
    let until: Duration
    let task: Task<Void, any Error>
  }

  /// Schedules an action, which a background task calls when a time of ``SystemClock`` has come.
  func schedule(at time: Duration, _ action: @escaping Action) -> ScheduledAction {
    let id = lock.withLock {
      let id = queue.add(Timer(action: action), at: time)
      sleep(at: SystemClock().now)
      return id
    }
    // Without `self`, which would make the closure larger.
    return ScheduledAction { Self.shared.cancel(id) }
  }

  private func cancel(_ id: Int) {
    // Released without the lock, because a deinitialiser may run any code.
    _ = lock.withLock { queue.remove(id) }
  }

  /// Ensures that a task sleeps until the first timer is due, and not longer. Called with the lock
  /// held.
  private func sleep(at now: Duration) {
    guard let next = queue.nextTime else { return }
    // A pause between two wakes, so that many timers that are close together share one wake.
    let wake = max(next, lastWake + .microseconds(500))
    if let sleeper, sleeper.until <= wake { return }
    sleeper?.task.cancel()
    sleeperCount += 1
    let number = sleeperCount
    // Limited, because tasks cannot sleep for an arbitrary time. After a hundred years, the task
    // sleeps again.
    let duration = min(wake - now, .seconds(3_155_760_000 as Int64))
    let task = Task.detached { [self] in
      if duration > .zero { try await Task.sleep(for: duration) }
      wakeUp(number)
    }
    sleeper = Sleeper(number: number, until: wake, task: task)
  }

  private func wakeUp(_ number: Int) {
    let now = SystemClock().now
    let newWorkers = lock.withLock {
      guard sleeper?.number == number else { return 0 }
      sleeper = nil
      lastWake = now
      for timer in queue.takeDue(at: now) { due.append(timer) }
      sleep(at: now)
      return workers.begin(for: due.count)
    }
    guard newWorkers > 0 else { return }
    for _ in 1..<newWorkers { Task.detached { [self] in callDue() } }
    callDue()
  }

  /// Calls due actions until none is left.
  private func callDue() { while let timer = takeDue() { timer.action() } }

  private func takeDue() -> Timer? {
    lock.withLock {
      if !due.isEmpty { return due.removeFirst() }
      workers.end()
      return nil
    }
  }
}

/// The number of tasks that call due actions. Pure.
struct TimerWorkers {
  /// The largest number of tasks at a time.
  let limit: Int
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Decides how many new tasks must begin.
  ///
  /// Running tasks are not counted on, because the actions that they are calling may take long.
  ///
  /// - Parameter waiting: The number of due actions that no task has begun.
  /// - Returns: The number of tasks that the caller must start.
  mutating func begin(for waiting: Int) -> Int {
    let new = max(min(waiting, limit - count), 0)
    count += new
    return new
  }

  /// Notes that a task ends, because no due action is left.
  mutating func end() { count -= 1 }
}
