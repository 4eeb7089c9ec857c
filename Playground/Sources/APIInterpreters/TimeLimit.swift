import KatanaRuntime

/// Something took longer than it may.
struct TimeLimitExceeded: Error {}

/// The value of a task, which is cancelled when it takes too long.
///
/// - Throws: ``TimeLimitExceeded``, or what the task throws.
func withTimeLimit<Value: Sendable>(
  _ limit: Duration, by clock: any RuntimeClock,
  _ task: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    defer { group.cancelAll() }
    group.addTask(operation: task)
    group.addTask {
      try await clock.sleep(for: limit)
      throw TimeLimitExceeded()
    }
    guard let value = try await group.next() else { throw TimeLimitExceeded() }
    return value
  }
}
