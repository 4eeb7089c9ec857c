public import Katana

/// The kind of thing at a path.
public enum FileKind: Hashable, Codable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link, whatever its target is.
  case link
  /// A device, a pipe or a socket; or the system did not tell the kind.
  case other
}

/// One member of a folder.
public struct FolderEntry: Hashable, Codable, Sendable {
  /// The name of the member, without the path of the folder.
  ///
  /// Bytes that are not UTF-8 are replaced with U+FFFD. A member with such a name is listed, but no
  /// path names it.
  public var name: String
  /// The kind of the member.
  public var kind: FileKind
  /// The size of a regular file in bytes; 0 for all other kinds.
  public var size: Int

  /// Creates an entry.
  public init(name: String, kind: FileKind, size: Int = 0) {
    (self.name, self.kind, self.size) = (name, kind, size)
  }
}

/// Lists the members of a folder, in the order of the bytes of their names.
///
/// The list contains hidden files, but neither `.` and `..` nor the members of the folders within
/// the folder. Performed by the interpreters of `.files()`.
public struct ListFolder: Command, Hashable {
  /// The path of the folder; see ``ReadFile/path``. The path `.` is the root of the interpreter, or
  /// the working directory if it has no root.
  public var path: String
  /// The reply, which turns the entries or the error into a message.
  public var reply: Reply<Outcome<[FolderEntry], FileError>>

  /// Creates a command that lists a folder.
  public init(_ path: String, _ reply: Reply<Outcome<[FolderEntry], FileError>>) {
    (self.path, self.reply) = (path, reply)
  }
}

/// Creates a folder, and all missing folders on its path.
///
/// If the folder already exists, the command succeeds and does not change its access. Performed by
/// the interpreters of `.files()`.
public struct MakeFolder: Command, Hashable {
  /// The path of the folder; see ``ReadFile/path``.
  public var path: String
  /// Who may use the folders that the command creates.
  package var access: FileAccess
  /// The reply, which turns the outcome into a message: `nil` if the folder exists now, or the
  /// error.
  public var reply: Reply<FileError?>

  /// Creates a command that creates a folder.
  public init(_ path: String, access: FileAccess = .usual, _ reply: Reply<FileError?>) {
    (self.path, self.access, self.reply) = (path, access, reply)
  }
}
