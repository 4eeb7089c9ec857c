import Foundation
import KatanaRuntime

/// When the process ends by `exit`, writes the persisted values whose time to be written has not come.
enum PersistedAtExit {
  private struct Entry {
    weak var saver: PersistedSaver?
  }

  private static let savers = Locked((entries: [Entry](), limit: 16))

  private static var all: [PersistedSaver] { savers.withLock { $0.entries.compactMap(\.saver) } }

  /// Called once, when the process ends.
  static func save() { for saver in all { saver.saveAtExit() } }

  static func add(_ saver: PersistedSaver) {
    ProcessEnd.register(.persistedValues, save)
    savers.withLock { savers in
      savers.entries.append(Entry(saver: saver))
      // Those that are gone are removed when many are, so that one of many takes constant time.
      if savers.entries.count < savers.limit { return }
      savers.entries.removeAll { $0.saver == nil }
      savers.limit = 2 * savers.entries.count + 16
    }
  }
}
