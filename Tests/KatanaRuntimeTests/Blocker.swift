import Foundation

/// Blocks a thread until the test releases it, as code that does not return would.
final class Blocker: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func wait() { semaphore.wait() }
  func release() { semaphore.signal() }
}

/// Runs a function on a thread of its own, so that it may block: the threads of tasks are few, and all
/// tests need them.
func onThreadOfItsOwn(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      body()
      continuation.resume()
    }
  }
}
