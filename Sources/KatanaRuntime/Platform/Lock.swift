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
package final class Lock: @unchecked Sendable {
  // Sendable, because the platform's functions may be called from any thread, the addresses are
  // never passed on, and `condition` is used with the lock held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Created by the first call of `wait()`.
  private var condition: UnsafeMutablePointer<pthread_cond_t>?

  package init() { pthread_mutex_init(mutex, nil) }

  deinit {
    if let condition {
      pthread_cond_destroy(condition)
      condition.deallocate()
    }
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }

  /// Releases the lock, blocks until another thread calls `wakeAll()`, and locks again. It may also
  /// return without such a call.
  func wait() {
    let condition = self.condition ?? .allocate(capacity: 1)
    if self.condition == nil {
      pthread_cond_init(condition, nil)
      self.condition = condition
    }
    pthread_cond_wait(condition, mutex)
  }

  /// Wakes all threads in `wait()`. Called with the lock held.
  func wakeAll() { if let condition { pthread_cond_broadcast(condition) } }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// The identifier of the current thread, different from that of every other running thread; never
/// 0.
package var currentThread: UInt { UInt(bitPattern: pthread_self().hashable) }

#if canImport(Darwin)
  extension pthread_t {
    fileprivate var hashable: Int { Int(bitPattern: self) }
  }
#else
  extension pthread_t {
    fileprivate var hashable: Int { Int(truncatingIfNeeded: self) }
  }
#endif

/// Lets other threads run. For loops that wait for a few instructions of another thread.
func yieldThread() { sched_yield() }
