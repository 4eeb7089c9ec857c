import ConduitServer
import GRDB
import Katana
public import KatanaRuntime

extension StoreFile {
  /// The interpreters of `Save` and `LoadStore`.
  ///
  /// The runtime calls them in the order of the commands, and the queue keeps it. The closure holds the
  /// dispatcher, so the command runs until its commit has ended; then its `Sequential` answers.
  public var interpreters: [Interpreter] {
    [
      .command(Save.self) { [self] command, dispatch in
        queue.asyncWriteWithoutTransaction { [self] db in
          let result = Result { try commit(command.changes, db) }
          dispatch.answer(command.reply, with: result.failure)
        }
      },
      .command(LoadStore.self) { [self] command, dispatch in
        queue.asyncWriteWithoutTransaction { [self] db in
          let result = Result { try load(db) }.mapError { StorageFailure($0) }
          dispatch.answer(command.reply, with: Outcome(result))
        }
      },
    ]
  }
}

extension Result {
  fileprivate var failure: StorageFailure? {
    if case .failure(let error) = self { StorageFailure(error) } else { nil }
  }
}

extension StorageFailure {
  /// Creates the failure for an error of the database, without the statement and its values.
  init(_ error: any Error) {
    self =
      error as? StorageFailure
      ?? StorageFailure(
        (error as? DatabaseError)?.message ?? "\(type(of: error))")
  }
}
