import KatanaRuntime
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the signal handler reads: it interrupts any thread at any instruction, so it must not
/// allocate, lock, or count references.
///
/// All members are made before the handler is installed (`prepare`), so that their lazy
/// initialisation is over when the handler reads them.
enum SignalMemory {
  /// One more than the largest number of a signal.
  static let count = 65

  // Safe, because an element is written before the handler of its signal is installed, and the
  // memory is never freed.
  nonisolated(unsafe) static let former = {
    let memory = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
    memory.initialize(repeating: sigaction(), count: count)
    return memory
  }()

  /// For each signal, whether a listener exists, so that its default action does not happen.
  // Safe, because the elements are atomic and the memory is never freed.
  nonisolated(unsafe) static let isListened = {
    let memory = UnsafeMutablePointer<Atomic<Bool>>.allocate(capacity: count)
    for index in 0..<count { (memory + index).initialize(to: Atomic(false)) }
    return memory
  }()

  /// The pipe that carries the numbers of signals out of the handler.
  static let pipe = SelfPipe()

  /// The process that made the pipe. A child between `fork` and `exec` shares it, and must not
  /// write to it.
  static let process = getpid()

  static func prepare() { _ = (former, isListened, pipe, process) }
}

/// A pipe whose ends neither block nor pass to programs that the process starts.
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

  /// Writes a byte. Async-signal-safe; a full pipe drops it.
  func put(_ byte: UInt8) {
    var byte = byte
    while write(writing, &byte, 1) < 0 && errno == EINTR {}
  }

  /// The bytes that wait in the pipe.
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

/// `close` of the system, where a member of the same name hides it.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
