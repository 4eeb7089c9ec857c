import ConduitServer
import Foundation
import GRDB
import Testing

@testable import ConduitDatabase

@Suite struct StoreSchemaTests {
  /// Makes a file as the server made it when it had the first migration only.
  private func makeFirstVersion(_ path: String, _ rows: [Change]) throws {
    let queue = try DatabaseQueue(path: path, configuration: StoreFile.configuration)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA application_id = \(StoreSchema.applicationID)")
      _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
    }
    try StoreSchema.migrator.migrate(queue, upTo: "1: users, articles and comments")
    try queue.write { db in
      for row in rows { try db.apply(row) }
      #expect(try !db.tableExists("bookmark"))
    }
    try queue.close()
  }

  @Test func aFileOfTheFirstVersionIsReadAndHasBookmarksFromNowOn() async throws {
    try await withFile { path in
      let comment = Change.comment(
        Comment(id: 77, article: 1, body: "of the first version", createdAt: .now, author: 1))
      let rows = ServerModel.sampleRows + [comment]
      try makeFirstVersion(path, rows)
      for _ in 1...2 {
        let file = try StoreFile(path)
        #expect(try file.load() == ServerModel(rows: rows))
        try file.close()
      }
      let file = try StoreFile(path)
      let bookmark = Change.mark(.bookmark, 1, by: 1, true)
      try file.commit([bookmark])
      #expect(try file.load() == ServerModel(rows: rows + [bookmark]))
      try file.close()
    }
  }
}
