import Foundation

/// All timers by the system's clock in this process: one task sleeps until the first of them, and as
/// many tasks as there are processors call what is due.
///
/// A task that sleeps for each timer costs several times as much, because the system keeps a timer
/// of its own for each.
final class SystemTimers: @unchecked Sendable {
  // Sendable, because all of its state is read and written with the lock held.
  static let shared = SystemTimers()

  private let lock = Lock()
  private var queue = TimerQueue<Action>()
  private var sleeper: Sleeper?
  private var sleeperCount = 0
  private var lastWake = Duration.seconds(-1)
  /// What is due and was not called yet, in order from `firstDue` on.
  private var due: [Action?] = []
  private var firstDue = 0
  private var workers = TimerWorkers(limit: ProcessInfo.processInfo.activeProcessorCount)

  typealias Action = @Sendable () -> Void

  private struct Sleeper {
    let number: Int
    let until: Duration
    let task: Task<Void, any Error>
  }

  /// Calls an action from a task of its own when its time has come, by ``SystemClock``.
  func schedule(at time: Duration, _ action: @escaping Action) -> ScheduledAction {
    let id = lock.withLock {
      let id = queue.add(action, at: time)
      sleep(at: SystemClock().now)
      return id
    }
    return ScheduledAction { [self] in
      // Released after the lock: the end of what an action holds may run anything.
      let action = lock.withLock { queue.remove(id) }
      withExtendedLifetime(action) {}
    }
  }

  /// Makes sure that somebody sleeps until the first timer, and not longer. With the lock held.
  private func sleep(at now: Duration) {
    guard let next = queue.nextTime else { return }
    // A pause between two wakes, so that many timers that are close together share one.
    let wake = max(next, lastWake + .microseconds(500))
    if let sleeper, sleeper.until <= wake { return }
    sleeper?.task.cancel()
    sleeperCount += 1
    let number = sleeperCount
    // Tasks cannot sleep for ever; a hundred years later the next sleep begins.
    let duration = min(wake - now, .seconds(3_155_760_000))
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
      due += queue.takeDue(at: now)
      sleep(at: now)
      return workers.begin(for: due.count - firstDue)
    }
    guard newWorkers > 0 else { return }
    for _ in 1..<newWorkers { Task.detached { [self] in callDue() } }
    callDue()
  }

  /// Calls what is due until nothing is left.
  private func callDue() { while let action = takeDue() { action() } }

  private func takeDue() -> Action? {
    lock.withLock {
      guard firstDue < due.count else {
        (due, firstDue) = ([], 0)
        workers.end()
        return nil
      }
      defer {
        due[firstDue] = nil
        firstDue += 1
      }
      return due[firstDue]
    }
  }
}
