import Dispatch
import Foundation
import KatanaConsole
import KatanaConsoleInterpreters
import KatanaConsoleTesting
import KatanaRuntime
import KatanaTesting
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A pseudo-terminal of the system. The test holds the side of the window: it types keys, and reads
/// what the window would show.
///
/// The descriptors stay open: a console of the test may still write, and then its bytes must not go
/// to another terminal with the same number.
final class PseudoTerminal: @unchecked Sendable {
  // Sendable, because the descriptors are constant, and all other state is locked.
  let program: Int32
  let window: Int32
  let output: Collected
  let size: TerminalSize

  init(columns: Int = 40, rows: Int = 10) throws {
    window = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    program = open(try Self.path(of: window), O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(program >= 0)
    size = TerminalSize(columns: columns, rows: rows)
    output = Collected(window)
    resize(columns: columns, rows: rows)
  }

  /// Unlocks the program's side and returns its path.
  private static func path(of window: Int32) throws -> String {
    #if canImport(Darwin)
      try #require(grantpt(window) == 0 && unlockpt(window) == 0)
      return String(cString: try #require(ptsname(window)))
    #else
      // Glibc declares `grantpt` and its siblings only for a feature macro that Swift does not set.
      var (unlocked, number) = (Int32(0), Int32(0))
      try #require(ioctl(window, 0x4004_5431, &unlocked) == 0)
      try #require(ioctl(window, 0x8004_5430, &number) == 0)
      return "/dev/pts/\(number)"
    #endif
  }

  func console(
    term: String = "xterm", noColor: Bool = false, error: Int32? = nil,
    exit: @escaping @Sendable (Int32) -> Void = { _ in }
  ) -> Console {
    Console(
      input: program, output: program, error: error ?? program,
      environment: ["TERM": term, "NO_COLOR": noColor ? "1" : ""], exit: exit)
  }

  func type(_ text: String) { type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { write(window, $0.baseAddress, $0.count) } == bytes.count)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize()
    (size.ws_col, size.ws_row) = (UInt16(columns), UInt16(rows))
    #expect(ioctl(window, UInt(TIOCSWINSZ), &size) == 0)
  }

  /// The mode of the terminal: echo, line editing, signals.
  var flags: tcflag_t {
    var mode = termios()
    tcgetattr(program, &mode)
    return mode.c_lflag & tcflag_t(ECHO | ICANON | ISIG)
  }

  static let usual = tcflag_t(ECHO | ICANON | ISIG)

  /// The screen that a window of this size shows now.
  var screen: VirtualScreen {
    var screen = VirtualScreen(size: size)
    screen.write(output.text.replacing("\r\n", with: "\n"))
    return screen
  }

  /// Waits until the window shows the expected lines.
  func expect(
    _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let isShown = await output.wait { [self] _ in screen.lines == lines }
    #expect(isShown, "shown: \(screen.lines)", sourceLocation: sourceLocation)
  }

  /// Waits until the cursor is at the expected place. Its bytes may come after those of the lines.
  func expectCursor(
    row: Int, column: Int? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let isThere = await output.wait { [self] _ in
      screen.cursor.row == row && column.map { screen.cursor.column == $0 } ?? true
    }
    #expect(isThere, "the cursor is at \(screen.cursor)", sourceLocation: sourceLocation)
  }
}

/// Collects the bytes that arrive at a descriptor.
final class Collected: @unchecked Sendable {
  // Sendable, because all mutable state is locked.
  private struct State {
    var bytes: [UInt8] = []
    var hasEnded = false
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastID = 0
  }

  private let state = Locked(State())
  private let source: any DispatchSourceRead

  init(_ descriptor: Int32) {
    let queue = DispatchQueue(label: "collected")
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [state, source] in
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &chunk, chunk.count)
      if count <= 0 { source.cancel() }
      let waiters = state.withLock { state in
        if count > 0 { state.bytes += chunk.prefix(count) } else { state.hasEnded = true }
        defer { state.waiters = [:] }
        return Array(state.waiters.values)
      }
      waiters.forEach { $0.resume() }
    }
    source.resume()
  }

  /// Stops reading, as a window does that is stopped.
  func pause() { source.suspend() }

  /// Goes on reading.
  func resume() { source.resume() }

  var bytes: [UInt8] { state.withLock { $0.bytes } }
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Waits until the text meets a condition, for at most a minute.
  ///
  /// - Returns: Whether the text meets the condition.
  func wait(_ isWanted: @escaping @Sendable (String) -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(60)
    while true {
      let (bytes, hasEnded) = state.withLock { ($0.bytes, $0.hasEnded) }
      if isWanted(String(decoding: bytes, as: UTF8.self)) { return true }
      if hasEnded || ContinuousClock.now > deadline { return false }
      await change(after: bytes.count)
    }
  }

  func expect(_ part: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let isThere = await wait { $0.contains(part) }
    #expect(isThere, "\(text.debugDescription)", sourceLocation: sourceLocation)
  }

  /// Waits for further bytes, for at most a minute.
  private func change(after count: Int) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    // Resumes the waiting task of a test that fails.
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { [state] in
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
    await withCheckedContinuation { continuation in
      let isLate = state.withLock { state in
        if state.bytes.count > count || state.hasEnded { return true }
        state.waiters[id] = continuation
        return false
      }
      if isLate { continuation.resume() }
    }
  }
}
