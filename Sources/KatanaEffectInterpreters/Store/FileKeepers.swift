import KatanaRuntime
import KatanaSystem

/// Which subscription keeps which file: the one that has declared it first. Any other would replace
/// its values.
final class FileKeepers: Sendable {
  /// The keepers of all folders.
  static let ofProcess = FileKeepers()

  struct File: Hashable {
    /// The folder of the store.
    let folder: SystemPath?
    let names: [SystemPath]
  }

  /// Those that have declared a file, in order.
  private let keepers = Locked<[File: [ObjectIdentifier]]>([:])

  /// Replaces the files that a keeper declares.
  func change(_ old: Set<File>, to new: Set<File>, for keeper: ObjectIdentifier) {
    keepers.withLock { keepers in
      for file in new.subtracting(old) { keepers[file, default: []].append(keeper) }
      for file in old.subtracting(new) {
        keepers[file]?.removeAll { $0 == keeper }
        if keepers[file]?.isEmpty == true { keepers[file] = nil }
      }
    }
  }

  /// Whether nobody else keeps a file.
  func mayWrite(_ file: File, _ keeper: ObjectIdentifier) -> Bool {
    let first = keepers.withLock { $0[file]?.first }
    return first == nil || first == keeper
  }
}
