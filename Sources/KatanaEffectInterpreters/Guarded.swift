import KatanaRuntime

/// A value that is used with a lock held.
final class Guarded<Value>: @unchecked Sendable {
  // Sendable, because the value is used with the lock held only.
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
