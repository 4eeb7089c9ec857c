import Foundation

/// Runs a closure on another thread, and blocks this one meanwhile.
func runAndWait(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    done.signal()
  }
  done.wait()
}
