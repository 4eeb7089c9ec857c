import GRDB

/// The tables of the store, and how a file of an older version becomes one of this version.
///
/// A migration that was released is never changed: there are files that it has been applied to. Texts
/// that must be unique are compared byte by byte, which is stricter in memory: the database refuses
/// nothing that an update has allowed.
enum StoreSchema {
  /// What the head of a file says of whose it is: `cndt` in ASCII.
  static let applicationID = 0x636e_6474

  static let migrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: users, articles and comments", migrate: createTables)
    migrator.registerMigration("2: bookmarks") { db in try createMark("bookmark", db) }
    return migrator
  }()

  private static func createTables(_ db: Database) throws {
    try createUsers(db)
    try createArticles(db)
  }

  private static func createUsers(_ db: Database) throws {
    try db.create(table: "user") { table in
      table.primaryKey("id", .integer)
      table.column("username", .text).notNull().unique()
      table.column("email", .text).notNull()
      // In lower case as Swift has it: SQLite knows the letters of ASCII only. The authors of samples
      // have no email.
      table.column("emailKey", .text).unique()
      table.column("passwordSalt", .text)
      table.column("passwordRounds", .integer)
      table.column("passwordHash", .text)
      table.column("bio", .text)
      table.column("image", .text)
    }
    try db.create(table: "session", options: .withoutRowID) { table in
      table.primaryKey("tokenHash", .text)
      table.belongsTo("user", onDelete: .cascade).notNull()
    }
    try db.create(table: "follow", options: .withoutRowID) { table in
      table.belongsTo("reader", inTable: "user", onDelete: .cascade, indexed: false).notNull()
      table.belongsTo("author", inTable: "user", onDelete: .cascade).notNull()
      table.primaryKey(["readerId", "authorId"])
    }
  }

  private static func createArticles(_ db: Database) throws {
    try db.create(table: "article") { table in
      // The numbers of deleted articles are not used again.
      table.autoIncrementedPrimaryKey("id")
      table.column("slug", .text).notNull().unique()
      table.column("title", .text).notNull()
      table.column("description", .text).notNull()
      table.column("body", .text).notNull()
      // Dates are seconds since 2001, the number that a `Date` holds: none is rounded.
      table.column("createdAt", .real).notNull()
      table.column("updatedAt", .real).notNull()
      table.belongsTo("author", inTable: "user", onDelete: .cascade).notNull()
    }
    try db.create(table: "tag", options: .withoutRowID) { table in
      table.belongsTo("article", onDelete: .cascade, indexed: false).notNull()
      table.column("position", .integer).notNull()
      table.column("name", .text).notNull().indexed()
      table.primaryKey(["articleId", "position"])
    }
    try createMark("favorite", db)
    try db.create(table: "comment") { table in
      table.autoIncrementedPrimaryKey("id")
      table.belongsTo("article", onDelete: .cascade).notNull()
      table.column("body", .text).notNull()
      table.column("createdAt", .real).notNull()
      table.belongsTo("author", inTable: "user", onDelete: .cascade).notNull()
    }
  }

  /// Creates the table of a mark that users put on articles.
  private static func createMark(_ name: String, _ db: Database) throws {
    try db.create(table: name, options: .withoutRowID) { table in
      table.belongsTo("article", onDelete: .cascade, indexed: false).notNull()
      table.belongsTo("user", onDelete: .cascade).notNull()
      table.primaryKey(["articleId", "userId"])
    }
  }
}
