public import Foundation
public import Katana

/// Who may read and write a file or a folder that a command creates.
public enum FileAccess: Hashable, Sendable {
  /// The access of the replaced file; for a new file or folder, what the umask of the process
  /// allows.
  case usual
  /// Only the owner: mode 0600, or 0700 for a folder.
  case ownerOnly
}

/// Writes a file atomically: a reader sees either the old bytes or the new ones, never a mixture.
///
/// ```swift
/// WriteFile("notes.txt", text: model.text, reply { .saved($0) })  // case saved(FileError?)
/// ```
///
/// The interpreter writes the bytes to a draft file in the same folder, flushes the draft to the
/// disk, renames it, and flushes the folder. So when the reply comes, the file survives a crash of
/// the system. A folder that the user may not read cannot be flushed: there, a crash may lose the new
/// file. If the command fails, the draft is removed. If the process is killed, the next write of the file
/// removes it.
///
/// The folder must exist. The file keeps its mode, owner, group and access list, and until then, the
/// draft can be read by its owner only. If the user may not give the file to its old owner or group, it
/// gets new ones, and a new group then has only the rights of all users. Hard links are lost; on Apple's
/// systems, access lists too. A symbolic link is followed and kept, also if its target is missing,
/// unless the interpreter has a root. A file on which something is mounted cannot be replaced, and is
/// written in place. If that fails, a hidden file beside it keeps the complete content. Performed by the interpreters of `.files()`.
public struct WriteFile: Command, Hashable {
  /// The path of the file; see ``ReadFile/path``.
  public var path: String
  /// All bytes of the file.
  public var contents: Data
  /// Who may read and write the file.
  package var access: FileAccess
  /// The reply, which turns the outcome into a message: `nil` if the file was written, or the
  /// error.
  public var reply: Reply<FileError?>

  /// Creates a command that writes bytes.
  public init(
    _ path: String, _ contents: Data, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    (self.path, self.contents, self.access, self.reply) = (path, contents, access, reply)
  }

  /// Creates a command that writes text in UTF-8.
  public init(
    _ path: String, text: String, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    self.init(path, Data(text.utf8), access: access, reply)
  }
}

/// Adds bytes at the end of a file, and creates the file if it is missing.
///
/// The command adds all bytes, or fails and adds none. If the disk becomes full after a part was
/// written, that part is removed again, unless another process has added more bytes after it.
///
/// The bytes are not flushed to the disk: if the system crashes, the last ones may be lost.
/// Performed by the interpreters of `.files()`.
public struct AppendToFile: Command, Hashable {
  /// The path of the file; see ``ReadFile/path``.
  public var path: String
  /// The bytes to add.
  public var contents: Data
  /// Who may read and write the file, if the command creates it.
  package var access: FileAccess
  /// The reply, which turns the outcome into a message: `nil` if the bytes were added, or the
  /// error.
  public var reply: Reply<FileError?>

  /// Creates a command that adds bytes.
  public init(
    _ path: String, _ contents: Data, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    (self.path, self.contents, self.access, self.reply) = (path, contents, access, reply)
  }

  /// Creates a command that adds text in UTF-8.
  public init(
    _ path: String, text: String, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    self.init(path, Data(text.utf8), access: access, reply)
  }
}

/// Removes one regular file. A folder, a link or a device is an error.
///
/// Performed by the interpreters of `.files()`.
public struct RemoveFile: Command, Hashable {
  /// The path of the file; see ``ReadFile/path``.
  public var path: String
  /// The reply, which turns the outcome into a message: `nil` if the file was removed, or the
  /// error.
  public var reply: Reply<FileError?>

  /// Creates a command that removes a file.
  public init(_ path: String, _ reply: Reply<FileError?>) {
    (self.path, self.reply) = (path, reply)
  }
}
