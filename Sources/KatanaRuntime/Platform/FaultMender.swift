#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif
import Synchronization

/// The function that mends a fault of this process, for signal handlers of other modules: whoever
/// handles the signal first must not take the fault for the end of the process.
package enum FaultMender {
  /// Returns whether the instruction that has caused a fault may run again. Async-signal-safe.
  package typealias Function = @convention(c) (UnsafeMutablePointer<siginfo_t>) -> Bool

  /// The address of the function; 0 if there is none.
  private static let function = Atomic<UInt>(0)

  /// Creates the state that a signal handler reads.
  package static func prepare() { _ = function.load(ordering: .relaxed) }

  /// Sets the function, for the rest of the process.
  package static func set(_ mend: Function) {
    function.store(unsafeBitCast(mend, to: UInt.self), ordering: .sequentiallyConsistent)
  }

  /// Returns whether a fault was mended. Async-signal-safe.
  package static func mends(_ info: UnsafeMutablePointer<siginfo_t>) -> Bool {
    let bits = function.load(ordering: .sequentiallyConsistent)
    // Safe, because only `set` stores it, from a function of this type.
    return bits != 0 && unsafeBitCast(bits, to: Function.self)(info)
  }
}
