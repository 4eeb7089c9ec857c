import KatanaRuntime
import KatanaTesting

/// Runs tasks on the thread of the test, when the test says so.
final class ManualTasks: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Goes on with all tasks until each waits for something, in the order in which they became ready.
  func runAll() {
    while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// A manual clock that lets tasks go on after each of its actions.
struct TaskClock: RuntimeClock {
  let clock = ManualClock()
  let tasks: ManualTasks

  var now: Duration { clock.now }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> ScheduledAction
  {
    // Let go of before the tasks go on: the end of what it holds may be the end of a run.
    let action = Locked<(@Sendable () -> Void)?>(action)
    return clock.schedule(after: delay) {
      action.withLock { $0.take() }?()
      tasks.runAll()
    }
  }
}
