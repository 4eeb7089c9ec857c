import Foundation

/// A value that one thread at a time uses.
///
/// It is not `Synchronization.Mutex`: on Linux, the thread sanitizer reports false races for that, and it spins where
/// threads compete.
final class Locked<Value>: @unchecked Sendable {
  // Sendable, because the value is used with the lock only.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
