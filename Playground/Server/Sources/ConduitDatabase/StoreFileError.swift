import GRDB

/// The error that a file cannot be used as a store.
public enum StoreFileError: Error, Equatable, CustomStringConvertible {
  /// Another process uses it.
  case inUse(String)
  /// It is no database, or not one of this server.
  case foreign(String)
  /// It is damaged, as the text says.
  case damaged(String, String)
  /// A newer version of the server has written it.
  case newer(String)
  /// It cannot be opened, read or written, as the text says.
  case unavailable(String, String)
  /// It is missing, but the log of its last changes is there.
  case onlyLog(String)

  /// What has happened to the file, and what to do.
  public var description: String {
    switch self {
    case .inUse(let path):
      "another conduit-server uses \(path). To fix this, end it, or take another file."
    case .foreign(let path):
      "\(path) is no database of conduit-server. To fix this, take another file, or the last copy of this one."
    case .damaged(let path, let reason):
      "\(path) is damaged: \(reason). To fix this, put the last copy in its place; "
        + "the command .recover of sqlite3 reads what is left of it."
    case .newer(let path):
      "\(path) was written by a newer conduit-server. To fix this, start that version."
    case .unavailable(let path, let reason):
      "cannot use \(path): \(reason). To fix this, check its permissions and its folder."
    case .onlyLog(let path):
      "\(path) is missing, but the log of its last changes, \(path)-wal, is there. "
        + "To fix this, put the file back, or move the log away to begin anew."
    }
  }

  init(_ error: DatabaseError, of path: String) {
    self =
      switch error.resultCode {
      case .SQLITE_BUSY: .inUse(path)
      case .SQLITE_NOTADB: .foreign(path)
      case .SQLITE_CORRUPT: .damaged(path, error.message ?? "\(error.resultCode)")
      default: .unavailable(path, error.message ?? "\(error.resultCode)")
      }
  }
}
