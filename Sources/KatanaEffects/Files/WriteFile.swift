public import Foundation
public import Katana

/// Who may read and write a file or a folder that a command makes.
public enum FileAccess: Hashable, Sendable {
  /// The access of the file that is replaced; for a new one, what the process's umask allows.
  case usual
  /// The owner alone: mode 0600, or 0700 for a folder.
  case ownerOnly
}

/// Writes a file atomically: whoever reads it sees the old bytes or the new ones, never a part.
///
/// ```swift
/// WriteFile("notes.txt", text: model.text, Reply(NoteMessage.saved))  // case saved(FileError?)
/// ```
///
/// The bytes go to a draft in the same folder, which is flushed to the disk and then renamed; the
/// folder is flushed too, so after the reply the file survives a crash of the system. A draft of a
/// failed write is removed. The folder must exist. A link is followed, except below a root.
public struct WriteFile: Command, Hashable {
  /// The file, as in ``ReadFile/path``.
  public var path: String
  /// All its bytes.
  public var contents: Data
  /// Who may read it.
  public var access: FileAccess
  /// What follows: `nil` when the file has been written, or the error.
  public var reply: Reply<FileError?>

  /// Creates the command.
  public init(
    _ path: String, _ contents: Data, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    (self.path, self.contents, self.access, self.reply) = (path, contents, access, reply)
  }

  /// Creates the command for text, which is written in UTF-8.
  public init(
    _ path: String, text: String, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    self.init(path, Data(text.utf8), access: access, reply)
  }
}

/// Adds bytes at the end of a file, and makes the file if it is missing.
///
/// All bytes are added, or none and an error; if the disk becomes full in between, the part is
/// taken back unless another process has added more meanwhile. Not flushed to the disk: a crash of
/// the system may lose the last bytes.
public struct AppendToFile: Command, Hashable {
  /// The file, as in ``ReadFile/path``.
  public var path: String
  /// The bytes to add.
  public var contents: Data
  /// Who may read the file if it is made.
  public var access: FileAccess
  /// What follows: `nil` when the bytes have been added, or the error.
  public var reply: Reply<FileError?>

  /// Creates the command.
  public init(
    _ path: String, _ contents: Data, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    (self.path, self.contents, self.access, self.reply) = (path, contents, access, reply)
  }

  /// Creates the command for text, which is written in UTF-8.
  public init(
    _ path: String, text: String, access: FileAccess = .usual, _ reply: Reply<FileError?>
  ) {
    self.init(path, Data(text.utf8), access: access, reply)
  }
}

/// Removes one regular file, and nothing else: a folder, a link or a device is an error.
public struct RemoveFile: Command, Hashable {
  /// The file, as in ``ReadFile/path``.
  public var path: String
  /// What follows: `nil` when the file has been removed, or the error.
  public var reply: Reply<FileError?>

  /// Creates the command.
  public init(_ path: String, _ reply: Reply<FileError?>) {
    (self.path, self.reply) = (path, reply)
  }
}
