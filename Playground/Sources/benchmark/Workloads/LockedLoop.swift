import Foundation
import Katana
import Synchronization

/// The least that takes messages from any thread and handles them one at a time, in order: a lock, an
/// array, and whoever comes first does the work.
final class LockedLoop: @unchecked Sendable {
  // Sendable, because the lock guards what changes.
  private let mutex = BareLock()
  // Unchecked: the lock guards them, and dynamic checks would make the floor dearer than it is.
  @exclusivity(unchecked) private var mailbox: [Add] = []
  @exclusivity(unchecked) private var batch: [Add] = []
  @exclusivity(unchecked) private var isBusy = false
  private let model = Boxed(Counter())

  @inline(never)
  func dispatch(_ message: Add) {
    mutex.lock()
    mailbox.append(message)
    let isFirst = !isBusy
    isBusy = true
    if isFirst { swap(&mailbox, &batch) }
    mutex.unlock()
    if isFirst { work() }
  }

  private func work() {
    var goesOn = true
    while goesOn {
      for message in batch { discard(updateDirectly(&model.value, message)) }
      batch.removeAll(keepingCapacity: true)
      mutex.lock()
      swap(&mailbox, &batch)
      // Once nobody is busy, another thread may use the batch.
      goesOn = !batch.isEmpty
      isBusy = goesOn
      mutex.unlock()
    }
  }
}

/// An update that the compiler does not see through, between two atomic operations: the least that keeps
/// two threads apart. Who finds it at work is not served.
final class GatedLoop {
  private let gate = Atomic(false)
  private let model = Boxed(Counter())
  private let update: any Updating = DirectUpdate()

  @inline(never)
  func dispatch(_ message: Add) {
    guard gate.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
    else { return }
    discard(update.update(&model.value, message))
    _ = gate.compareExchange(expected: true, desired: false, ordering: .releasing)
  }
}

/// An update under a bare lock, without a mailbox: the least that makes other threads wait.
final class LockedCall {
  private let mutex = BareLock()
  private let model = Boxed(Counter())

  @inline(never)
  func dispatch(_ message: Add) {
    mutex.lock()
    discard(updateDirectly(&model.value, message))
    mutex.unlock()
  }
}

private final class BareLock {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(__always)
  func lock() { pthread_mutex_lock(mutex) }

  @inline(__always)
  func unlock() { pthread_mutex_unlock(mutex) }
}

private protocol Updating: AnyObject {
  func update(_ model: inout Counter, _ message: Add) -> [any Command]
}

private final class DirectUpdate: Updating {
  @inline(never)
  func update(_ model: inout Counter, _ message: Add) -> [any Command] {
    AddUpdater().update(model: &model, message: message)
  }
}
