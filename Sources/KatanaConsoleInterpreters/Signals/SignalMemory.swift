import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The state that the signal handler reads.
///
/// The handler can interrupt any thread at any instruction, so it must not allocate, lock, or count
/// references. ``prepare()`` creates all members before the handler is installed, because their
/// lazy initialisation would take a lock.
enum SignalMemory {
  /// One more than the greatest signal number.
  static let count = 65

  // Safe, because an element is written before the handler of its signal is installed, and the
  // memory is never freed.
  nonisolated(unsafe) static let former = {
    let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
    memory.initialize(repeating: sigaction(), count: count)
    return memory
  }()

  /// Whether each signal has a listener, in which case its default action does not happen.
  // Safe, because the elements are atomic and the memory is never freed.
  nonisolated(unsafe) static let isListened = {
    let memory = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: count)
    for index in 0..<count { (memory + index).initialize(to: Atomic(false)) }
    return memory
  }()

  /// The number of programs that the terminal was given to. Ctrl-C and Ctrl-\ concern them alone.
  static let loans = Atomic(0)

  /// The pipe through which the handler passes signal numbers to the library.
  static let pipe = SelfPipe()

  /// The process that created the pipe. Between `fork` and `exec`, a child shares the pipe and must
  /// not write to it.
  static let process = getpid()

  static func prepare() {
    _ = (former, isListened, pipe, process)
    _ = loans.load(ordering: .relaxed)
    StreamHold.prepare()
    TerminalMemory.prepare()
    #if os(macOS) || os(Linux)
      RunningPrograms.prepare()
    #endif
  }
}

/// A pipe whose ends never block, and which started programs do not inherit.
struct SelfPipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(
      pipe(&ends) == 0, "The pipe for signals failed: \(String(cString: strerror(errno))).")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Writes a byte. If the pipe is full, the byte is dropped. Async-signal-safe.
  func put(_ byte: UInt8) {
    var byte = byte
    while write(writing, &byte, 1) < 0 && errno == EINTR {}
  }

  /// Reads and returns all bytes in the pipe, without waiting.
  func takeAll() -> [UInt8] {
    var all: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 512)
    while case let count = read(reading, &chunk, chunk.count), count > 0 {
      all += chunk.prefix(count)
    }
    return all
  }

  func close() {
    _ = systemClose(reading)
    _ = systemClose(writing)
  }
}

/// Calls `close` of the system, which a member of the same name hides.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
