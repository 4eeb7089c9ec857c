import KatanaRuntime

/// A value that is accessed only while a lock is held.
final class Guarded<Value>: @unchecked Sendable {
  // Sendable, because the value is accessed only while the lock is held.
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
