import Foundation

/// What the linked files of the root package's tests use of it.
final class Locked<Value>: @unchecked Sendable {
  // Sendable, because every access to the value holds the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
