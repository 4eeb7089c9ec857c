import Dispatch
import Foundation
import Synchronization

#if canImport(CDispatch)
  // Dispatch without its Swift functions, which cost twice as much as what they call.
  import CDispatch
#endif

/// The main actor's queue.
///
/// The main thread serves the queue until the program calls `dispatchMain()`, which never returns.
/// An asynchronous `main` calls it, too. From then on, the threads of a pool serve the queue in
/// turn, and only the mark of the queue tells whether the current code runs on it.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The main thread, after it was seen to serve the queue; `noThread` after another thread was.
  ///
  /// The main thread executes nothing after `dispatchMain()`, and its number is never used again.
  /// If it executes something now, no other thread serves the queue.
  private static let mainThread = Atomic<UInt>(unknownThread)
  private static let unknownThread: UInt = 0
  private static let noThread: UInt = 1

  /// Whether the current code runs on the main queue.
  static var isCurrent: Bool {
    mainThread.load(ordering: .relaxed) == currentThread || isMarked
  }

  /// Whether the current queue has the mark of the main queue.
  private static var isMarked: Bool {
    #if canImport(CDispatch)
      guard dispatch_get_specific(Unmanaged.passUnretained(key).toOpaque()) != nil else {
        return false
      }
    #else
      guard DispatchQueue.getSpecific(key: key) == true else { return false }
    #endif
    if mainThread.load(ordering: .relaxed) == unknownThread {
      mainThread.store(Thread.isMainThread ? currentThread : noThread, ordering: .relaxed)
    }
    return true
  }
}
