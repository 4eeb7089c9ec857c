import KatanaRuntime
import Observation

/// Counts the changes of what a view reads.
@MainActor func changes(_ read: @MainActor () -> Void) -> Locked<Int> {
  let count = Locked(0)
  withObservationTracking {
    read()
  } onChange: {
    count.withLock { $0 += 1 }
  }
  return count
}

/// Counts the changes of what a view reads while other code runs.
@MainActor func changes(
  _ read: @MainActor () -> Void, during actions: @MainActor () -> Void
) -> Int {
  let count = changes(read)
  actions()
  return count.withLock { $0 }
}
