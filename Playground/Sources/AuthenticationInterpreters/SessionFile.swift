public import Authentication
import Foundation
import Katana

/// Keeps sessions in a file that its owner alone may read.
///
/// The file is replaced as a whole. One that somebody else has written stays as it is, and so does what
/// is no file: a folder, a link, a pipe.
public struct SessionFile: SessionStore {
  private let path: String

  /// Creates a store in the file with this path, which is made when a session is saved.
  public init(_ path: String) { self.path = path }

  /// Reads the session with a server.
  public func session(with server: String) throws(SessionStoreError) -> Session? {
    try sessions()[server]
  }

  /// Saves the session with a server, or forgets it.
  public func save(_ session: Session?, with server: String) throws(SessionStoreError) {
    var sessions = try sessions()
    if session == nil, sessions[server] == nil { return }
    sessions[server] = session
    let temporary = "\(path)-\(UUID().uuidString)"
    do {
      let encoder = JSONEncoder()
      encoder.userInfo[.secrets] = SecretEncoding.revealed
      try write(try encoder.encode(sessions), to: temporary)
      guard rename(temporary, path) == 0 else { throw POSIXError.last }
    } catch {
      unlink(temporary)
      throw .unwritable(path, reason: reason(error))
    }
  }

  private func sessions() throws(SessionStoreError) -> [String: Session] {
    var kind = stat()
    guard lstat(path, &kind) == 0 else {
      if errno == ENOENT { return [:] }
      throw .unreadable(path, reason: reason(POSIXError.last))
    }
    guard kind.st_mode & S_IFMT == S_IFREG else { throw .foreign(path) }
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw .unreadable(path, reason: reason(error))
    }
    guard let sessions = try? JSONDecoder().decode([String: Session].self, from: data) else {
      throw .foreign(path)
    }
    return sessions
  }

  /// Writes a new file, which nobody else may read from its first moment on.
  private func write(_ data: Data, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError.last }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try file.write(contentsOf: data)
    try file.synchronize()
    try file.close()
  }

  private func reason(_ error: any Error) -> String {
    (error as? POSIXError).map { String(cString: strerror($0.code.rawValue)) }
      ?? error.localizedDescription
  }
}

extension POSIXError {
  /// The error of the last call of the system.
  fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
