#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import KatanaSystem

/// A separate thread for writing, so that a slow disk never blocks a thread that the app needs.
enum WriterThread {
  /// Large enough to encode values with 512 levels.
  private static let stackSize = 4 << 20

  /// Starts a thread that executes a function and then ends.
  static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let start = Unmanaged.passRetained(ThreadStart(body)).toOpaque()
    let code = create(start)
    if code == 0 { return }
    Unmanaged<ThreadStart>.fromOpaque(start).release()
    throw SystemError(code: code)
  }

  private static func create(_ start: UnsafeMutableRawPointer) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return pthread_create(&thread, &attributes, runThread, start)
  }
}

private final class ThreadStart: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Lowers the priority of the current thread, so that waking it does not preempt the thread that
/// wakes it.
private func giveWay() {
  #if canImport(Darwin)
    pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
  #elseif os(Linux)
    // SCHED_BATCH, which the Swift module does not import.
    var parameter = sched_param()
    sched_setscheduler(0, 3, &parameter)
  #endif
}

#if canImport(Darwin)
  private func runThread(_ start: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    giveWay()
    Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().body()
    return nil
  }
#else
  private func runThread(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    giveWay()
    if let start { Unmanaged<ThreadStart>.fromOpaque(start).takeRetainedValue().body() }
    return nil
  }
#endif
