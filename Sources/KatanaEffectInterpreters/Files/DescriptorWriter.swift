import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes all bytes to a file descriptor. Blocks the thread while the reader is slow.
///
/// - Returns: `nil`, or the error number of the system; `EPIPE` if the reader of a pipe has closed
///   it.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  withoutPipeSignal(of: descriptor) {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          // Another program has made the descriptor non-blocking for all processes that share it.
          var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = waitFor(&poll)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }
}

private func waitFor(_ poll: inout pollfd) -> Int32 { systemPoll(&poll, 1, -1) }

private let systemPoll = poll

#if canImport(Darwin)
  /// Runs a closure that writes, and suppresses the signal of a closed pipe, which ends the process
  /// whatever this thread blocks.
  ///
  /// The flag belongs to the open file, which other processes may share, so it is restored.
  private func withoutPipeSignal<Result>(of descriptor: Int32, _ body: () -> Result) -> Result {
    let before = fcntl(descriptor, F_GETNOSIGPIPE)
    _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
    defer { _ = fcntl(descriptor, F_SETNOSIGPIPE, before) }
    return body()
  }
#else
  /// Runs a closure that writes, and suppresses the signal that a closed pipe sends to the thread.
  ///
  /// The signal is blocked for this thread and then consumed. It is not ignored for the process,
  /// because started programs would inherit that.
  private func withoutPipeSignal<Result>(of descriptor: Int32, _ body: () -> Result) -> Result {
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer {
      if !wasPending {
        sigpending(&pending)
        var signal: Int32 = 0
        if sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipe, &signal) }
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    return body()
  }
#endif
