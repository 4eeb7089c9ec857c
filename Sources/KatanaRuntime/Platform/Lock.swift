#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A lock with a condition variable, made of the platform's POSIX types.
///
/// This is not `Synchronization.Mutex`: on Linux, the thread sanitizer reports false races for that
/// type, and it is far slower under contention.
package struct Lock: ~Copyable, @unchecked Sendable {
  // Sendable, because the platform's functions may be called from any thread, the address is never
  // passed on, and `condition` is used with the lock held.
  private struct State {
    var mutex = pthread_mutex_t()
    /// Created by the first call of `wait()`.
    var condition: UnsafeMutablePointer<pthread_cond_t>?
  }

  /// In memory of its own, because the platform's functions need an address that never changes.
  private let state: UnsafeMutablePointer<State>

  package init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
    pthread_mutex_init(&state.pointee.mutex, nil)
  }

  deinit {
    if let condition = state.pointee.condition {
      pthread_cond_destroy(condition)
      condition.deallocate()
    }
    pthread_mutex_destroy(&state.pointee.mutex)
    state.deallocate()
  }

  func lock() { pthread_mutex_lock(&state.pointee.mutex) }
  func unlock() { pthread_mutex_unlock(&state.pointee.mutex) }

  /// Releases the lock, blocks until another thread calls `wakeAll()`, and locks again. It may also
  /// return without such a call.
  package func wait() {
    if state.pointee.condition == nil {
      let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
      pthread_cond_init(condition, nil)
      state.pointee.condition = condition
    }
    pthread_cond_wait(state.pointee.condition!, &state.pointee.mutex)
  }

  /// Wakes all threads in `wait()`. Called with the lock held.
  package func wakeAll() {
    if let condition = state.pointee.condition { pthread_cond_broadcast(condition) }
  }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// The identifier of the current thread, different from that of every other running thread; never
/// 0.
package var currentThread: UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    pthread_self()
  #endif
}

/// The identity of the current task; `nil` outside of tasks. A later task may have the same one.
var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }

/// Lets other threads run. For loops that wait for a few instructions of another thread.
func yieldThread() { sched_yield() }

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
