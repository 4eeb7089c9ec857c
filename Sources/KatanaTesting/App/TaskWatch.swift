import KatanaRuntime

/// Fails the test at the first task of an interpreter, and runs no task: tasks would race with the
/// test.
final class TaskWatch: TaskExecutor {
  private let place: TestPlace
  private let hasReported = Locked(false)

  init(_ place: TestPlace) { self.place = place }

  func enqueue(_ job: consuming ExecutorJob) {
    let isFirst = hasReported.withLock { hasReported in
      defer { hasReported = true }
      return !hasReported
    }
    if isFirst { place.fail(AppTestTexts.task) }
  }
}
