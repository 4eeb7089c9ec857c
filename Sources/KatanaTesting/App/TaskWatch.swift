/// Fails a test whose interpreters begin tasks, and lets the tasks run.
final class TaskWatch: TaskExecutor {
  private let place: TestPlace
  private let hasReported = Locked(false)

  init(_ place: TestPlace) { self.place = place }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    if isFirst { place.fail(AppTestTexts.task) }
    Task.detached { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
