#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mutual exclusion lock with a condition, as the platform's threads offer it.
///
/// Not `Synchronization.Mutex`: on Linux the thread sanitizer reports false races for it, and under
/// contention it takes up to 44 µs a message where this takes 37–59 ns.
package final class Lock: @unchecked Sendable {
  // Sendable, because the platform's functions may be called from any thread, the addresses are
  // never given away, and `condition` is used with the lock held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Made by the first who waits.
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

  /// Waits, with the lock given back meanwhile, until somebody calls `wakeAll`, or for no reason.
  func wait() {
    let condition = self.condition ?? .allocate(capacity: 1)
    if self.condition == nil {
      pthread_cond_init(condition, nil)
      self.condition = condition
    }
    pthread_cond_wait(condition, mutex)
  }

  /// With the lock held.
  func wakeAll() { if let condition { pthread_cond_broadcast(condition) } }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}

/// What tells the threads that are alive from each other; never 0.
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

/// Lets other threads run, for loops that wait for a few instructions of another thread.
func yieldThread() { sched_yield() }
