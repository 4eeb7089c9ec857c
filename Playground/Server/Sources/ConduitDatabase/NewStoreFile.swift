import ConduitServer
import Foundation
import GRDB

/// Creates the file of a store, so that a file which is there was complete once: an empty one is damaged,
/// and never a new one.
struct NewStoreFile {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Where the file is built, before it is moved to its name.
  private var draft: String { "\(path).new" }

  /// Creates the file, with the tables and the samples, if there is none.
  func createIfMissing() throws {
    if exists(path) { return }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch { throw StoreFileError.unavailable(path, "its folder cannot be created") }
    let descriptor = Foundation.open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemError() }
    defer { close(descriptor) }
    // Two servers may start at the same time. One creates the file, and the other one waits.
    guard flock(descriptor, LOCK_EX) == 0 else { throw systemError() }
    if exists(path) { return }
    guard !exists("\(path)-wal") else { throw StoreFileError.onlyLog(path) }
    removeDraft()
    defer { removeDraft() }
    do { try build() } catch let error as DatabaseError { throw StoreFileError(error, of: path) }
    // Unlike a rename, a link never replaces a file.
    guard link(draft, path) == 0, fsync(descriptor) == 0 else { throw systemError() }
  }

  private func build() throws {
    let queue = try DatabaseQueue(path: draft, configuration: StoreFile.configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    }
    try StoreSchema.migrator.migrate(queue)
    try queue.write { db in for row in ServerModel.sampleRows { try db.apply(row) } }
    try queue.close()
    guard chmod(draft, 0o600) == 0 else { throw systemError() }
  }

  /// Removes what a start that was killed has left.
  private func removeDraft() { for suffix in ["", "-wal", "-journal"] { unlink(draft + suffix) } }

  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  private func systemError() -> StoreFileError {
    .unavailable(path, String(cString: strerror(errno)))
  }
}
