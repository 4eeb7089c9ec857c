import ConduitServer
import Foundation
import GRDB

extension GRDB.Database {
  /// Reads the whole store.
  func store() throws -> ServerModel {
    ServerModel(
      rows: try users() + sessions() + follows() + articles() + marks() + comments(),
      lastArticleID: try lastID("article"), lastCommentID: try lastID("comment"))
  }

  private func users() throws -> [Change] {
    try rows("SELECT * FROM user ORDER BY id") { row in
      let password: PasswordHash? =
        if let salt = row["passwordSalt"] as String? {
          PasswordHash(salt: salt, rounds: row["passwordRounds"], hash: row["passwordHash"])
        } else { nil }
      return .user(
        User(
          id: row["id"], username: row["username"], email: row["email"], password: password,
          bio: row["bio"], image: row["image"]))
    }
  }

  private func sessions() throws -> [Change] {
    try rows("SELECT tokenHash, userId FROM session") { row in
      .session(SessionID(hash: row["tokenHash"]), row["userId"])
    }
  }

  private func follows() throws -> [Change] {
    try rows("SELECT readerId, authorId FROM follow") { row in
      .follow(row["authorId"], by: row["readerId"], true)
    }
  }

  private func articles() throws -> [Change] {
    var tags: [Article.ID: [String]] = [:]
    let tagRows = try Row.fetchCursor(
      self, sql: "SELECT articleId, name FROM tag ORDER BY articleId, position")
    while let row = try tagRows.next() { tags[row["articleId"], default: []].append(row["name"]) }
    return try rows("SELECT * FROM article ORDER BY id") { row in
      .article(
        Article(
          id: row["id"], slug: row["slug"], title: row["title"], description: row["description"],
          body: row["body"], tags: tags[row["id"]] ?? [], createdAt: date(row["createdAt"]),
          updatedAt: date(row["updatedAt"]), author: row["authorId"]))
    }
  }

  private func marks() throws -> [Change] {
    try Mark.allCases.flatMap { mark in
      try rows("SELECT articleId, userId FROM \(mark.rawValue)") { row in
        .mark(mark, row["articleId"], by: row["userId"], true)
      }
    }
  }

  private func comments() throws -> [Change] {
    try rows("SELECT * FROM comment ORDER BY id") { row in
      .comment(
        Comment(
          id: row["id"], article: row["articleId"], body: row["body"],
          createdAt: date(row["createdAt"]), author: row["authorId"]))
    }
  }

  /// Returns the newest number that a table has ever given, 0 if it has given none.
  private func lastID(_ table: String) throws -> Int {
    try Int.fetchOne(
      self, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
      ?? 0
  }

  private func rows(_ sql: String, _ change: (Row) throws -> Change) throws -> [Change] {
    let cursor = try Row.fetchCursor(self, sql: sql)
    var changes: [Change] = []
    while let row = try cursor.next() { changes.append(try change(row)) }
    return changes
  }

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
}
