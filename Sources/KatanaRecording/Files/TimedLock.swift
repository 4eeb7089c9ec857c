#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mutual exclusion lock with a condition variable that supports timeouts.
final class TimedLock: @unchecked Sendable {
  // Sendable, because the platform's functions can be called from any thread, and the pointers
  // never leave this class.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(condition, nil)
    #else
      // Not the wall clock, which a user can change.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }
  func unlock() { pthread_mutex_unlock(mutex) }

  func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  /// Wakes all waiting threads. The lock need not be held.
  func wake() { pthread_cond_broadcast(condition) }

  /// Releases the lock, waits until another thread calls `wake` or a number of nanoseconds has
  /// passed, and takes the lock again. The wait may also end spuriously.
  func wait(nanoseconds: UInt64?) {
    guard let nanoseconds else {
      pthread_cond_wait(condition, mutex)
      return
    }
    #if canImport(Darwin)
      var time = timespec(nanoseconds: nanoseconds)
      pthread_cond_timedwait_relative_np(condition, mutex, &time)
    #else
      var time = timespec(nanoseconds: MonotonicClock.now &+ nanoseconds)
      pthread_cond_timedwait(condition, mutex, &time)
    #endif
  }
}

/// A clock that counts nanoseconds and never goes back.
enum MonotonicClock {
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

extension timespec {
  fileprivate init(nanoseconds: UInt64) {
    self.init(
      tv_sec: .init(nanoseconds / 1_000_000_000), tv_nsec: .init(nanoseconds % 1_000_000_000))
  }
}
