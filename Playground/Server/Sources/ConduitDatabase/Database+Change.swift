import ConduitServer
import Foundation
import GRDB

extension GRDB.Database {
  /// Executes the statement of a change.
  func apply(_ change: Change) throws {
    switch change {
    case .user(let user): try set(user)
    case .session(let session, let user):
      try run("INSERT INTO session (tokenHash, userId) VALUES (?, ?)", [session.hash, user])
    case .follow(let author, by: let reader, let isOn):
      try setPair("follow", "readerId", reader, "authorId", author, isOn)
    case .article(let article): try set(article)
    case .articleDeleted(let id): try run("DELETE FROM article WHERE id = ?", [id])
    case .mark(let mark, let id, by: let reader, let isOn):
      try setPair(mark.rawValue, "articleId", id, "userId", reader, isOn)
    case .comment(let comment):
      try run(
        "INSERT INTO comment (id, articleId, body, createdAt, authorId) VALUES (?, ?, ?, ?, ?)",
        [comment.id, comment.article, comment.body, number(comment.createdAt), comment.author])
    case .commentDeleted(let id, on: _): try run("DELETE FROM comment WHERE id = ?", [id])
    }
  }

  private func set(_ user: User) throws {
    try run(
      """
      INSERT INTO user (id, username, email, emailKey, passwordSalt, passwordRounds, passwordHash, bio,
        image) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET username = excluded.username, email = excluded.email,
        emailKey = excluded.emailKey, passwordSalt = excluded.passwordSalt,
        passwordRounds = excluded.passwordRounds, passwordHash = excluded.passwordHash,
        bio = excluded.bio, image = excluded.image
      """,
      [
        user.id, user.username, user.email, user.email.isEmpty ? nil : user.email.lowercased(),
        user.password?.salt, user.password?.rounds, user.password?.hash, user.bio, user.image,
      ])
  }

  private func set(_ article: Article) throws {
    try run(
      """
      INSERT INTO article (id, slug, title, description, body, createdAt, updatedAt, authorId)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, title = excluded.title,
        description = excluded.description, body = excluded.body, createdAt = excluded.createdAt,
        updatedAt = excluded.updatedAt, authorId = excluded.authorId
      """,
      [
        article.id, article.slug, article.title, article.description, article.body,
        number(article.createdAt), number(article.updatedAt), article.author,
      ])
    try run("DELETE FROM tag WHERE articleId = ?", [article.id])
    for (position, tag) in article.tags.enumerated() {
      try run(
        "INSERT INTO tag (articleId, position, name) VALUES (?, ?, ?)", [article.id, position, tag])
    }
  }

  /// Adds a row that consists of two numbers, or removes it. One that is there already stays.
  private func setPair(
    _ table: String, _ firstColumn: String, _ first: Int, _ secondColumn: String, _ second: Int,
    _ isOn: Bool
  ) throws {
    try run(
      isOn
        ? "INSERT INTO \(table) (\(firstColumn), \(secondColumn)) VALUES (?, ?) ON CONFLICT DO NOTHING"
        : "DELETE FROM \(table) WHERE \(firstColumn) = ? AND \(secondColumn) = ?", [first, second])
  }

  private func run(_ sql: String, _ arguments: StatementArguments) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  private func number(_ date: Date) -> Double { date.timeIntervalSinceReferenceDate }
}
