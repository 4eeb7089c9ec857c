public import ConduitServer
import GRDB
import Katana
public import KatanaRuntime

/// Answers `FindArticles` by a query.
///
/// The query waits for the commits before it, and no message waits for the query.
public struct FindArticlesInterpreter: AsyncCommandInterpreter {
  private let file: StoreFile

  /// Creates an interpreter that reads a file.
  public init(_ file: StoreFile) { self.file = file }

  /// Executes the query, and answers with its rows.
  @concurrent public func interpret(_ command: FindArticles, dispatch: Dispatcher) async throws {
    do {
      let slugs = try await file.queue.read { db in try db.slugs(of: command) }
      dispatch.answer(command.reply, with: .success(slugs))
    } catch let error as DatabaseError {
      dispatch.answer(command.reply, with: .failure(StorageFailure(error)))
    }
  }
}

extension GRDB.Database {
  fileprivate func slugs(of command: FindArticles) throws -> [String] {
    // `instr` compares bytes, so that a per cent sign in a word is one.
    let condition = "instr(lower(title || ' ' || body), lower(?)) > 0"
    let conditions = ["1"] + command.words.map { _ in condition }
    return try String.fetchAll(
      self,
      sql: """
        SELECT slug FROM article WHERE \(conditions.joined(separator: " AND "))
        ORDER BY id DESC LIMIT ?
        """, arguments: StatementArguments(command.words) + [command.limit])
  }
}
