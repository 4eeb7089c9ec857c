import KatanaRuntime

/// A value that is used with a lock held.
package final class Locked<Value>: @unchecked Sendable {
  // Sendable, because the value is used with the lock held only.
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
