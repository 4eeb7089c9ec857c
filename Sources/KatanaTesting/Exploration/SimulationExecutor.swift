/// Passes the jobs of a simulation's tasks to its scheduler, which runs them in any order.
final class SimulationExecutor: TaskExecutor, @unchecked Sendable {
  // Sendable, because `scheduler` is set once, before the executor is used.
  var scheduler: Scheduler?

  func enqueue(_ job: consuming ExecutorJob) { scheduler?.add(.task(UnownedJob(job))) }
}

/// Passes jobs to a simulation's scheduler, which keeps their order.
final class SimulationSerialExecutor: SerialExecutor, @unchecked Sendable {
  // Sendable, because `scheduler` is set once, before the executor is used.
  var scheduler: Scheduler?

  func enqueue(_ job: consuming ExecutorJob) { scheduler?.addSerial(UnownedJob(job)) }
}
