/// A value that is only accessed while its lock is held.
package final class Locked<Value>: @unchecked Sendable {
  // Sendable, because every access to the value holds the lock.
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
