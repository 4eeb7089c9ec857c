import Foundation
import KatanaRuntime

/// Writes the pending text of all consoles when the process ends.
enum ConsolesAtExit {
  private struct Entry {
    weak var console: ProcessConsole?
  }

  private static let lock = Lock()
  // Safe, because it is accessed only while the lock is held.
  nonisolated(unsafe) private static var consoles: [Entry] = []

  private static let registered: Void = {
    // Functions of `atexit` run in reverse order. So this one runs before the one that `prepare`
    // registers, which restores the terminals.
    TerminalMemory.prepare()
    _ = atexit {
      for console in ConsolesAtExit.all { console.finishWriting(within: .seconds(2)) }
    }
  }()

  private static var all: [ProcessConsole] { lock.withLock { consoles.compactMap(\.console) } }

  static func add(_ console: ProcessConsole) {
    _ = registered
    lock.withLock {
      consoles.removeAll { $0.console == nil }
      consoles.append(Entry(console: console))
    }
  }
}
