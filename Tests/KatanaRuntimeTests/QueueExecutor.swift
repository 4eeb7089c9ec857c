import Dispatch

/// A serial executor over a queue, as an app might have one.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(_ label: String) { queue = DispatchQueue(label: label) }

  /// Executes no job until it is resumed, like an executor whose thread is blocked.
  func block() {
    queue.sync {}  // A job that is executing would take the jobs that come now, too.
    queue.suspend()
  }
  func resume() { queue.resume() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
