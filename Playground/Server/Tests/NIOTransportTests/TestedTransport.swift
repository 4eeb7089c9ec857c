import Foundation
import KatanaEffectInterpreters
import NIOTransport

/// The transport that the tests of `Shared` use here.
let testedTransport: any HTTPTransport = NIOTransport.shared

/// What the tests of `Shared` use of the root package's own.
final class Locked<Value>: @unchecked Sendable {
  // Sendable, because every access to the value holds the lock.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
