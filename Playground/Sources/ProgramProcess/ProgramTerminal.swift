#if os(Linux)
  import Foundation
  import KatanaConsole
  import KatanaConsoleTesting
  import Synchronization

  /// A program of this package on a terminal of its own: for tests that look at what a person sees.
  public final class ProgramTerminal: Sendable {
    private let process: Process
    private let window: Int32
    private let shown: Mutex<VirtualScreen>
    private let changes: AsyncStream<Void>

    /// Starts a program on a terminal of 80 × 24 cells.
    public init(_ name: String, _ arguments: [String], environment: [String: String] = [:]) throws {
      window = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      // Glibc declares `grantpt` and its siblings only for a feature macro that Swift does not set.
      var (unlocked, number) = (Int32(0), Int32(0))
      guard ioctl(window, 0x4004_5431, &unlocked) == 0, ioctl(window, 0x8004_5430, &number) == 0
      else { throw POSIXError(.ENOTTY) }
      let program = try FileHandle(forUpdating: URL(filePath: "/dev/pts/\(number)"))
      var size = winsize()
      (size.ws_col, size.ws_row) = (80, 24)
      _ = ioctl(window, UInt(TIOCSWINSZ), &size)
      shown = Mutex(VirtualScreen(size: TerminalSize(columns: 80, rows: 24)))
      let (changes, sender) = AsyncStream.makeStream(of: Void.self)
      self.changes = changes
      process = Process()
      process.executableURL = ProgramProcess.folder.appending(path: name)
      process.arguments = arguments
      process.environment = ["PATH": "/usr/bin:/bin", "TERM": "xterm-256color"].merging(environment)
      {
        $1
      }
      (process.standardInput, process.standardOutput) = (program, program)
      try process.run()
      // The window must see the end of the program.
      try program.close()
      Thread { [weak self, window] in
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var rest: [UInt8] = []
        while case let count = read(window, &bytes, bytes.count), count > 0 {
          rest += bytes[..<count]
          // A character may come in two parts.
          let start = rest.lastIndex { $0 < 0x80 || $0 >= 0xC0 } ?? rest.startIndex
          let length = rest[start] < 0xC0 ? 1 : rest[start] < 0xE0 ? 2 : rest[start] < 0xF0 ? 3 : 4
          let end = rest.count - start < length ? start : rest.count
          let text = String(decoding: rest[..<end], as: UTF8.self)
          rest.removeFirst(end)
          self?.shown.withLock { $0.write(text.replacing("\r\n", with: "\n")) }
          sender.yield()
        }
        sender.finish()
      }.start()
    }

    /// Types keys.
    public func type(_ text: String) {
      let bytes = Array(text.utf8)
      _ = write(window, bytes, bytes.count)
    }

    /// The lines that are shown.
    public var lines: [String] { shown.withLock(\.lines) }

    /// Waits until what is shown is as it shall be. Returns whether it became so.
    public func wait(until isMet: ([String]) -> Bool) async -> Bool {
      if isMet(lines) { return true }
      for await _ in changes where isMet(lines) { return true }
      return false
    }

    /// Ends the program.
    public func end() {
      process.terminate()
      process.waitUntilExit()
      close(window)
    }
  }
#endif
