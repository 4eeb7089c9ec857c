public import ConduitServer
import Foundation
import GRDB
import Synchronization

/// The file in which a store is kept: a database of SQLite.
///
/// The truth is the model in memory. This is its durable copy: each change of the model is committed
/// here before its request is answered, and the model is read from here at the start.
///
/// Writes follow each other on one queue. A commit that fails refuses all commits behind it until the
/// store is read again: they were computed from a model that shows what was not saved.
public final class StoreFile: Sendable {
  let queue: DatabaseQueue
  private let path: String
  private let hasFailed = Atomic(false)

  /// Opens a file; creates it with the sample data if there is none.
  ///
  /// Only this process can use it from now on. The lock is that of SQLite on the file itself, so nobody
  /// can remove it, and the system ends it with the process, however that ends.
  ///
  /// - Throws: ``StoreFileError``. The file is unchanged then.
  public init(_ path: String) throws {
    try NewStoreFile(path).createIfMissing()
    queue = try Self.open(path)
    self.path = path
  }

  /// Reads the whole store. From now on, commits are possible again if one has failed.
  ///
  /// - Throws: ``StoreFileError``.
  public func load() throws -> ServerModel {
    do {
      return try queue.writeWithoutTransaction { db in try load(db) }
    } catch let error as DatabaseError {
      throw StoreFileError(error, of: path)
    }
  }

  /// Commits changes: all of them, or none.
  public func commit(_ changes: [Change]) throws {
    try queue.writeWithoutTransaction { db in try commit(changes, db) }
  }

  /// Ends the use of the file: all commits are in it alone, and no other file remains beside it.
  ///
  /// What was sent to be saved before is saved first. Nothing may use the file after that.
  public func close() throws { try queue.close() }

  func load(_ db: GRDB.Database) throws -> ServerModel {
    let store = try db.store()
    hasFailed.store(false, ordering: .relaxed)
    return store
  }

  func commit(_ changes: [Change], _ db: GRDB.Database) throws {
    if hasFailed.load(ordering: .relaxed) {
      throw StorageFailure("an earlier change could not be saved")
    }
    do {
      try db.inTransaction(.immediate) {
        for change in changes { try db.apply(change) }
        return .commit
      }
    } catch {
      hasFailed.store(true, ordering: .relaxed)
      throw error
    }
  }
}

extension StoreFile {
  private static func open(_ path: String) throws -> DatabaseQueue {
    guard access(path, R_OK | W_OK) == 0 else {
      throw StoreFileError.unavailable(path, String(cString: strerror(errno)))
    }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { db in try check(db, path) }
      try StoreSchema.migrator.migrate(queue)
      return queue
    } catch let error as DatabaseError {
      throw StoreFileError(error, of: path)
    }
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // Before anything is read: from the first access on, no other process gets the file.
      try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
      // A commit has returned when it is on the disk.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    return configuration
  }

  private static func check(_ db: GRDB.Database, _ path: String) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA application_id") == StoreSchema.applicationID else {
      throw StoreFileError.foreign(path)
    }
    let result = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? ""
    guard result == "ok" else {
      // The line before it is a headline.
      throw StoreFileError.damaged(path, String(result.split(separator: "\n").last ?? ""))
    }
    guard try !StoreSchema.migrator.hasBeenSuperseded(db) else { throw StoreFileError.newer(path) }
  }
}
