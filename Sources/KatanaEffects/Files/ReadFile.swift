public import Foundation
public import Katana

/// Reads all bytes of a regular file.
///
/// ```swift
/// ReadFile("notes.txt", reply { .read($0) })  // case read(Outcome<Data, FileError>)
/// ```
///
/// Commands on files are performed one at a time, in the order in which updates return them. So a
/// command that reads finds what an earlier command has written. A folder, a device or a pipe is an
/// error; the command never blocks on it.
///
/// Performed by the interpreters of `.files()` in `KatanaEffectInterpreters`.
public struct ReadFile: Command, Hashable {
  /// The path of the file. A relative path starts at the root of the interpreter, or at the working
  /// directory of the process if the interpreter has no root.
  public var path: String
  /// The greatest number of bytes to read. If the file is larger, the error is
  /// ``FileError/tooLarge(path:limit:)``.
  package var limit: Int
  /// The reply, which turns the bytes or the error into a message.
  public var reply: Reply<Outcome<Data, FileError>>

  /// Creates a command that reads a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - limit: The greatest number of bytes to read; 16 MiB unless given.
  ///   - reply: Turns the bytes or the error into a message.
  public init(
    _ path: String, limit: Int = 16 << 20, _ reply: Reply<Outcome<Data, FileError>>
  ) {
    (self.path, self.limit, self.reply) = (path, limit, reply)
  }
}

/// Reads a regular file as text in UTF-8.
///
/// Works like ``ReadFile``. If the bytes are not UTF-8, the error is ``FileError/notText(path:)``.
public struct ReadTextFile: Command, Hashable {
  /// The path of the file; see ``ReadFile/path``.
  public var path: String
  /// The greatest number of bytes to read.
  package var limit: Int
  /// The reply, which turns the text or the error into a message.
  public var reply: Reply<Outcome<String, FileError>>

  /// Creates a command that reads a text file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; see ``ReadFile/path``.
  ///   - limit: The greatest number of bytes to read; 16 MiB unless given.
  ///   - reply: Turns the text or the error into a message.
  public init(
    _ path: String, limit: Int = 16 << 20, _ reply: Reply<Outcome<String, FileError>>
  ) {
    (self.path, self.limit, self.reply) = (path, limit, reply)
  }
}
