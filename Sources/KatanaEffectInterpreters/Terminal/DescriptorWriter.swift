import Foundation
import KatanaEffects

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes all bytes to a file descriptor; blocks the thread while the reader is slow.
///
/// - Returns: `nil`, or the number of the system's error; `EPIPE` for a pipe that nobody reads.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
  withoutPipeSignal {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          // Another program has made the descriptor non-blocking, for all that share it.
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

/// Runs a function that writes, without the signal that a closed pipe sends to the thread.
///
/// The signal is blocked for this thread and then taken, rather than ignored for the process:
/// programs that the process starts would inherit that.
private func withoutPipeSignal<Result>(_ body: () -> Result) -> Result {
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
