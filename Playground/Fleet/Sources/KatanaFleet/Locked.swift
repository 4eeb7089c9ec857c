import Foundation

/// A value that is only accessed while its lock is held, as in the runtime's package.
///
/// This is not `Synchronization.Mutex`: on Linux, the thread sanitizer reports false races for that.
final class Locked<Value>: @unchecked Sendable {
  // Sendable, because every access to the value holds the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
