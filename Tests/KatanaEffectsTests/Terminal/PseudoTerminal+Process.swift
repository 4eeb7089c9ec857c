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
    /// A shell runs the program, and its exit status tells how the program ended.
    func start(_ command: String) throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/setsid")
      process.arguments = [
        "--ctty", "--wait", "/bin/sh", "-c", "trap : INT QUIT; \(command); exit $?",
      ]
      process.environment = [
        "TERM": "xterm", "SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin",
      ]
      let side = FileHandle(fileDescriptor: program, closeOnDealloc: false)
      process.standardInput = side
      process.standardOutput = side
      process.standardError = side
      try process.run()
      return process
    }

    /// Waits for the end of a process, without blocking a thread of Swift's tasks.
    func end(of process: Process) async -> Int32 {
      // The process is terminated after a while, so that a failing test does not hang.
      DispatchQueue.global().asyncAfter(deadline: .now() + 120) {
        // SIGTERM is blocked in processes that Foundation starts.
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      }
      return await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          process.waitUntilExit()
          continuation.resume(returning: process.terminationStatus)
        }
      }
    }
  }
#endif
