import Foundation
import KatanaRuntime

/// Writes what waits for its time when the process ends by `exit`.
enum PersistedAtExit {
  private struct Entry {
    weak var saver: PersistedSaver?
  }

  private static let savers = Locked([Entry]())

  private static let registered: Void = {
    _ = atexit {
      for saver in PersistedAtExit.all { saver.saveAtExit() }
    }
  }()

  private static var all: [PersistedSaver] { savers.withLock { $0.compactMap(\.saver) } }

  static func add(_ saver: PersistedSaver) {
    _ = registered
    savers.withLock {
      $0.removeAll { $0.saver == nil }
      $0.append(Entry(saver: saver))
    }
  }
}
