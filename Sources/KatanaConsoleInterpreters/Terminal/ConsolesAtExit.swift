import Foundation
import KatanaEffectInterpreters
import KatanaRuntime

/// Writes the pending text of all consoles when the process ends.
enum ConsolesAtExit {
  private struct Entry {
    weak var console: ProcessConsole?
  }

  private static let lock = Lock()
  // Safe, because it is accessed only while the lock is held.
  nonisolated(unsafe) private static var consoles: [Entry] = []

  private static var all: [ProcessConsole] { lock.withLock { consoles.compactMap(\.console) } }

  /// Called once, when the process ends.
  static func finish() { for console in all { console.finishWriting(within: .seconds(2)) } }

  static func add(_ console: ProcessConsole) {
    ProcessEnd.register(.consoles, finish)
    lock.withLock {
      consoles.removeAll { $0.console == nil }
      consoles.append(Entry(console: console))
    }
  }
}
