import Foundation
import KatanaEffectInterpreters
import KatanaRuntime
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Keeps what is written to a standard stream while something is shown on the same terminal.
///
/// Any code writes there: `print`, the issue handler, a trap with its text, libraries. So the descriptor
/// itself leads to a file meanwhile. ``end()`` is async-signal-safe: the signal handler calls it, so that
/// the text of a trap is readable afterwards.
final class StreamHold: Sendable {
  static let output = StreamHold(STDOUT_FILENO, .standardOutput)
  static let error = StreamHold(STDERR_FILENO, .standardError)

  private let stream: Int32
  private let step: ProcessEnd.Step
  /// What the stream was before it was held; -1 while it is not held.
  private let real = Atomic<Int32>(-1)
  /// The file; -1 before the first use.
  private let file = Atomic<Int32>(-1)
  /// What the stream was at the last use, which stays open for threads that write to it.
  private let last = Atomic<Int32>(-1)

  private init(_ stream: Int32, _ step: ProcessEnd.Step) {
    self.stream = stream
    self.step = step
  }

  /// Creates the state that the signal handler reads.
  static func prepare() { _ = (output, error) }

  /// Returns the descriptor with which a text reaches now what a descriptor is otherwise.
  /// Async-signal-safe.
  static func descriptor(_ descriptor: Int32) -> Int32 {
    let hold = descriptor == STDOUT_FILENO ? output : descriptor == STDERR_FILENO ? error : nil
    let real = hold?.real.load(ordering: .acquiring) ?? -1
    return real < 0 ? descriptor : real
  }

  /// Writes what was kept. Async-signal-safe.
  static func endAll() {
    output.end()
    error.end()
  }

  /// Begins to keep what is written. Does nothing if there is no place for a file.
  func begin() {
    guard real.load(ordering: .acquiring) < 0, let file = openFile() else { return }
    let terminal = fcntl(stream, F_DUPFD_CLOEXEC, 3)
    guard terminal >= 0 else { return }
    let former = last.exchange(terminal, ordering: .relaxed)
    if former >= 0 { close(former) }
    if stream == STDOUT_FILENO { beginBufferedOutput() }
    ProcessEnd.register(step) { [self] in
      if stream == STDOUT_FILENO { flushStandardOutput() }
      end()
    }
    real.store(terminal, ordering: .releasing)
    dup2(file, stream)
  }

  /// Restores the stream, and writes what was kept. Async-signal-safe.
  func end() {
    let terminal = real.exchange(-1, ordering: .acquiringAndReleasing)
    guard terminal >= 0 else { return }
    dup2(terminal, stream)
    let file = file.load(ordering: .acquiring)
    withUnsafeTemporaryAllocation(byteCount: 512, alignment: 1) { buffer in
      var position: off_t = 0
      while case let count = pread(file, buffer.baseAddress, buffer.count, position), count > 0 {
        let written = write(terminal, buffer.baseAddress, count)
        if written > 0 {
          position += off_t(written)
        } else if errno == EAGAIN {
          // A terminal that does not block. One that takes nothing for a second is given up.
          var ready = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
          if poll(&ready, 1, 1_000) == 0 { break }
        } else if errno != EINTR {
          break
        }
      }
    }
    ftruncate(file, 0)
  }

  /// Returns a file without a name, which no started program inherits.
  private func openFile() -> Int32? {
    let known = file.load(ordering: .acquiring)
    if known >= 0 { return known }
    var path = Array((NSTemporaryDirectory() + "/katana-XXXXXX").utf8CString)
    let new = mkstemp(&path)
    guard new >= 0 else { return nil }
    unlink(path)
    _ = fcntl(new, F_SETFD, FD_CLOEXEC)
    // What is written after a restart comes at the beginning.
    _ = fcntl(new, F_SETFL, fcntl(new, F_GETFL) | O_APPEND)
    file.store(new, ordering: .releasing)
    return new
  }
}
