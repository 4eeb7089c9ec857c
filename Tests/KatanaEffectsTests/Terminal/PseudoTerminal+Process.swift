#if os(Linux)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension PseudoTerminal {
    /// The path of the program for tests of whole processes.
    static let probe = URL(filePath: CommandLine.arguments[0])
      .deletingLastPathComponent().appending(path: "TerminalProbe").path

    /// Starts a program with the terminal as its controlling terminal.
    ///
    /// A shell runs the program, and its exit status tells how the program ended. Of the variables of this
    /// process, the program gets those of Katana: one of them switches a mutant on.
    func start(_ command: String) throws -> Process {
      _ = ignoredSignalsAreRestored
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/setsid")
      process.arguments = [
        "--ctty", "--wait", "/bin/sh", "-c", "trap : INT QUIT; \(command); exit $?",
      ]
      let own = ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("KATANA_") }
      process.environment = own.merging([
        "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin",
      ]) { $1 }
      let side = FileHandle(fileDescriptor: program, closeOnDealloc: false)
      process.standardInput = side
      process.standardOutput = side
      process.standardError = side
      try process.run()
      return process
    }

    /// Waits for the end of a process, without blocking a thread of Swift's tasks.
    func end(of process: Process) async -> Int32 {
      await process.ended { [self] in killSession() }
      return process.terminationStatus
    }

    /// Kills all programs of this terminal, of which the process is only the first.
    private func killSession() {
      var session: pid_t = 0
      // TIOCGSID, which Glibc does not declare for Swift.
      guard ioctl(window, 0x5429, &session) == 0, session > 0 else { return }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
        if let id = pid_t(name), getsid(id) == session { kill(id, SIGKILL) }
      }
    }
  }
#endif
