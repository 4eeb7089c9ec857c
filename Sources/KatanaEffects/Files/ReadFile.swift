public import Foundation
public import Katana

/// Reads all bytes of a regular file.
///
/// ```swift
/// ReadFile("notes.txt", Reply(NoteMessage.read))  // case read(Result<Data, FileError>)
/// ```
///
/// Performed by `.files()` of `KatanaEffectInterpreters`. Commands on files are performed in the
/// order in which updates return them, on one queue, so a read after a write finds what was
/// written. A folder, a device or a pipe is an error and never blocks.
public struct ReadFile: Command, Hashable {
  /// The file; relative to the root of the interpreter, or to the working directory if it has none.
  public var path: String
  /// The most bytes to read; a larger file is ``FileError/tooLarge(path:limit:)``.
  public var limit: Int
  /// What the bytes or the error become.
  public var reply: Reply<Result<Data, FileError>>

  /// Creates the command; the limit is 16 MiB unless stated.
  public init(
    _ path: String, limit: Int = 16 << 20, _ reply: Reply<Result<Data, FileError>>
  ) {
    (self.path, self.limit, self.reply) = (path, limit, reply)
  }
}

/// Reads a regular file as text in UTF-8.
///
/// As ``ReadFile``, with ``FileError/notText(path:)`` for bytes that are not UTF-8.
public struct ReadTextFile: Command, Hashable {
  /// The file, as in ``ReadFile/path``.
  public var path: String
  /// The most bytes to read.
  public var limit: Int
  /// What the text or the error becomes.
  public var reply: Reply<Result<String, FileError>>

  /// Creates the command; the limit is 16 MiB unless stated.
  public init(
    _ path: String, limit: Int = 16 << 20, _ reply: Reply<Result<String, FileError>>
  ) {
    (self.path, self.limit, self.reply) = (path, limit, reply)
  }
}
