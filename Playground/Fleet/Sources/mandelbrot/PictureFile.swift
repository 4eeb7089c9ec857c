import Foundation
import GRDB
import KatanaRuntime

/// The file of a picture: a database of SQLite with a line for each row.
struct PictureFile {
  private let queue: DatabaseQueue

  /// Opens a file; makes it with rows that wait if it is new.
  init(_ path: String, rows: Int) throws {
    queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql:
          "CREATE TABLE IF NOT EXISTS row (id INTEGER PRIMARY KEY, tag TEXT, text TEXT, reason TEXT)"
      )
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM row") == 0 else { return }
      let run = UUID().uuidString
      for id in 0..<rows {
        try db.execute(
          sql: "INSERT INTO row (id, tag) VALUES (?, ?)", arguments: [id, "\(run) \(id)"])
      }
    }
  }

  func picture() throws -> Picture {
    try queue.read { db in
      Picture(
        rows: try Row.fetchAll(db, sql: "SELECT * FROM row ORDER BY id").map { row in
          let text: String? = row["text"]
          let reason: String? = row["reason"]
          return Picture.Row(
            id: row["id"], tag: row["tag"],
            state: text.map { .done($0) } ?? reason.map { .failed($0) } ?? .waits)
        })
    }
  }

  /// Keeps rows, and returns when they are on the disk.
  var interpreter: Interpreter {
    .command(KeepRow.self, reply: \.reply) { command in
      let (row, text, reason) = (command.row, command.row.text, command.row.reason)
      try await queue.write { db in
        try db.execute(
          sql: "UPDATE row SET tag = ?, text = ?, reason = ? WHERE id = ?",
          arguments: [row.tag, text, reason, row.id])
      }
    }
  }
}

extension Picture.Row {
  fileprivate var text: String? { if case .done(let text) = state { text } else { nil } }
  fileprivate var reason: String? { if case .failed(let reason) = state { reason } else { nil } }
}
