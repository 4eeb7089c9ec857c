import Foundation
import KatanaRuntime

/// Writes what consoles still hold when the process ends.
enum ConsolesAtExit {
  private struct Entry {
    weak var console: ProcessConsole?
  }

  private static let lock = Lock()
  // Safe, because it is used with the lock held.
  nonisolated(unsafe) private static var consoles: [Entry] = []

  private static let registered: Void = {
    // Called before the terminals are restored, which was registered before this.
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
