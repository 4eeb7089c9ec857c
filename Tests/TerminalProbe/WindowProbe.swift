import Foundation

#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Kills all programs of the terminal when its window is gone: the test that has held it was killed.
  /// Otherwise a program that ignores the hang-up, or that has a long grace, would outlive the test.
  func endWithTheWindow() {
    let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { return }
    Thread {
      var event = pollfd(fd: terminal, events: 0, revents: 0)
      while poll(&event, 1, -1) < 0 || event.revents & Int16(POLLHUP) == 0 {}
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        if let id = pid_t(name), id != getpid(), getsid(id) == getsid(0) { kill(id, SIGKILL) }
      }
      kill(getpid(), SIGKILL)
    }.start()
  }
#else
  func endWithTheWindow() {}
#endif
