public import Katana

/// What is at a path.
public enum FileKind: Hashable, Codable, Sendable {
  /// A regular file.
  case file
  /// A folder.
  case folder
  /// A symbolic link, whatever it leads to.
  case link
  /// A device, a pipe or a socket.
  case other
}

/// One member of a folder.
public struct FolderEntry: Hashable, Codable, Sendable {
  /// The name, without the folder.
  public var name: String
  /// What it is.
  public var kind: FileKind
  /// The number of bytes of a regular file; 0 of anything else.
  public var size: Int

  /// Creates an entry.
  public init(name: String, kind: FileKind, size: Int = 0) {
    (self.name, self.kind, self.size) = (name, kind, size)
  }
}

/// Lists the members of a folder, sorted by name; not those of the folders in it.
///
/// `.` and `..` are left out; hidden files are not.
public struct ListFolder: Command, Hashable {
  /// The folder, as in ``ReadFile/path``; `.` is the root or the working directory itself.
  public var path: String
  /// What the entries or the error become.
  public var reply: Reply<Result<[FolderEntry], FileError>>

  /// Creates the command.
  public init(_ path: String, _ reply: Reply<Result<[FolderEntry], FileError>>) {
    (self.path, self.reply) = (path, reply)
  }
}

/// Makes a folder, and the folders on the way to it that are missing.
///
/// A folder that exists already is success; its access is not changed.
public struct MakeFolder: Command, Hashable {
  /// The folder, as in ``ReadFile/path``.
  public var path: String
  /// Who may use the folders that are made.
  public var access: FileAccess
  /// What follows: `nil` when the folder exists, or the error.
  public var reply: Reply<FileError?>

  /// Creates the command.
  public init(_ path: String, access: FileAccess = .usual, _ reply: Reply<FileError?>) {
    (self.path, self.access, self.reply) = (path, access, reply)
  }
}
