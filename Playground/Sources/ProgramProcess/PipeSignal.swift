import Foundation

/// Runs a closure that writes to a pipe, and suppresses the signal that ends a process if nobody reads
/// the pipe any more. The signal is not ignored for the process, because started programs would inherit
/// that.
func withoutPipeSignal(of descriptor: Int32, _ body: () throws -> Void) rethrows {
  #if canImport(Darwin)
    _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
    try body()
  #else
    var (pipe, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    defer {
      sigpending(&pending)
      var signal: Int32 = 0
      if sigismember(&pending, SIGPIPE) == 1 { sigwait(&pipe, &signal) }
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }
    try body()
  #endif
}
