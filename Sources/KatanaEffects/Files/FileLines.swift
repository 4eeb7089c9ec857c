public import Katana

/// Sends the lines that are added to a file, as `tail -F` does.
///
/// ```swift
/// [FileLines("server.log", from: .end, reply { .arrived($0) })]
/// ```
///
/// A line is sent when its line feed has been written. Lines come without `\n` or `\r\n`, and bytes
/// that are not UTF-8 are replaced with U+FFFD. The file may be created after the subscription
/// starts.
///
/// If the file is replaced or truncated, ``FileLinesEvent/restarted`` is sent, and reading starts
/// again at the beginning of the file. A file that is truncated and then grows beyond its old size
/// before the interpreter reads it again cannot be told from a file that only grew.
///
/// Run by the interpreters of `.files()`.
public struct FileLines: Subscription {
  /// Where reading starts.
  public enum Start: Hashable, Sendable {
    /// At the first line of the file.
    case beginning
    /// At the end of the file. If the file ends in the middle of a line, the first line sent is the
    /// rest of that line.
    case end
  }

  /// The path of the file; see ``ReadFile/path``.
  public var path: String
  /// Where reading starts if the file exists when the subscription starts. A file that is created
  /// later is read from its beginning.
  package var start: Start
  /// The greatest length of a line in bytes. The rest of a longer line is discarded, and
  /// ``TextLine/isCut`` is `true`.
  package var lineLimit: Int
  /// The reply, which turns each event into a message.
  public var reply: Reply<FileLinesEvent>

  /// Creates a subscription to the lines of a file.
  ///
  /// - Parameters:
  ///   - path: The path of the file; see ``ReadFile/path``.
  ///   - start: Where reading starts if the file exists when the subscription starts.
  ///   - lineLimit: The greatest length of a line in bytes, more than zero; 64 KiB unless given.
  ///   - reply: Turns each event into a message.
  public init(
    _ path: String, from start: Start, lineLimit: Int = 64 << 10, _ reply: Reply<FileLinesEvent>
  ) {
    precondition(lineLimit > 0, "FileLines needs a line limit of more than zero, not \(lineLimit)")
    (self.path, self.start, self.lineLimit, self.reply) = (path, start, lineLimit, reply)
  }
}

/// What ``FileLines`` sends.
public enum FileLinesEvent: Hashable, Codable, Sendable {
  /// Lines that were read together, in order; at least one.
  case lines([TextLine])
  /// The file was replaced or truncated. The next lines are those of its beginning.
  case restarted
  /// The file cannot be opened or read, or its folder is missing.
  ///
  /// Nothing follows if this happens at the start, or because the folder was removed. After
  /// another error, the file is read again at the next change in the folder.
  case failed(FileError)
}
