import ConduitServer
import Foundation
import GRDB
import Testing

@testable import ConduitDatabase

/// Files that cannot be used: each one is a line, and is left as it is.
@Suite struct StoreFileErrorTests {
  /// Makes a file with the samples, and lets the test damage it.
  private func withDamage(
    _ damage: (String) throws -> Void, expect error: (String) -> StoreFileError
  ) async throws {
    try await withFile { path in
      try StoreFile(path).close()
      try damage(path)
      let before = try bytes(of: path)
      for _ in 1...2 {
        let thrown = #expect(throws: StoreFileError.self) { try StoreFile(path) }
        #expect(thrown.map(caseName) == caseName(error(path)))
        let text = "\(thrown.map { "\($0)" } ?? "")"
        #expect(text.contains(path) && text.contains(". To fix this, ") && !text.contains("\n"))
        #expect(try bytes(of: path) == before)
      }
    }
  }

  private func caseName(_ error: StoreFileError) -> String {
    String(describing: Mirror(reflecting: error).children.first?.label)
  }

  private func change(_ path: String, _ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in try db.execute(sql: sql) }
    try queue.close()
  }

  @Test func anEmptyFileIsNotANewOne() async throws {
    try await withDamage({ try Data().write(to: URL(filePath: $0)) }, expect: { .foreign($0) })
  }

  @Test func aFileThatIsNoDatabaseIsRefused() async throws {
    let text = Data(String(repeating: "a text\n", count: 1_000).utf8)
    try await withDamage({ try text.write(to: URL(filePath: $0)) }, expect: { .foreign($0) })
  }

  @Test func theDatabaseOfAnotherProgramIsRefused() async throws {
    try await withDamage({ try change($0, "PRAGMA application_id = 7") }, expect: { .foreign($0) })
    try await withDamage(
      { path in
        try FileManager.default.removeItem(atPath: path)
        try change(path, "CREATE TABLE a (b)")
      }, expect: { .foreign($0) })
  }

  @Test func aFileThatIsCutIsDamaged() async throws {
    try await withDamage(
      { path in
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.truncate(atOffset: handle.seekToEnd() / 2 / 4_096 * 4_096)
      }, expect: { .damaged($0, "") })
  }

  @Test(arguments: [2, 5, 9]) func aPageWithOtherBytesIsDamaged(page: UInt64) async throws {
    try await withDamage(
      { path in
        let handle = try FileHandle(forUpdating: URL(filePath: path))
        try handle.seek(toOffset: (page - 1) * 4_096)
        try handle.write(contentsOf: Data(repeating: 0xA5, count: 64))
      }, expect: { .damaged($0, "") })
  }

  @Test func theFileOfANewerServerIsRefused() async throws {
    try await withDamage(
      { try change($0, "INSERT INTO grdb_migrations VALUES ('999: from the future')") },
      expect: { .newer($0) })
  }

  @Test func aFolderIsNoFile() async throws {
    try await withFile { path in
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(throws: StoreFileError.self) { try StoreFile(path) }
    }
  }

  @Test func aFolderThatCannotBeCreatedIsALine() async throws {
    try await withFile { path in
      try Data().write(to: URL(filePath: path))
      let inside = "\(path)/a/b.db"
      #expect(throws: StoreFileError.unavailable(inside, "its folder cannot be created")) {
        try StoreFile(inside)
      }
    }
  }

  /// SQLite would apply such a log to the new file.
  @Test func aLogWithoutItsFileIsNotThatOfANewFile() async throws {
    try await withFile { path in
      try Data("log".utf8).write(to: URL(filePath: "\(path)-wal"))
      #expect(throws: StoreFileError.onlyLog(path)) { try StoreFile(path) }
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(try bytes(of: "\(path)-wal") == Data("log".utf8))
    }
  }

  @Test func aFileInUseIsRefused() async throws {
    try await withFile { path in
      let file = try StoreFile(path)
      #expect(throws: StoreFileError.inUse(path)) { try StoreFile(path) }
      try file.close()
      #expect(try StoreFile(path).load() == .sample)
    }
  }
}
