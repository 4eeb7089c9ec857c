public import Katana

/// The lines that are added to a file, as `tail -F` shows them.
///
/// ```swift
/// [FileLines("server.log", from: .end, Reply(LogMessage.arrived))]
/// ```
///
/// A line is sent when its line feed has been written; `\n` and `\r\n` are left out. Bytes that are
/// not UTF-8 become U+FFFD. The file may appear later. If it is replaced or truncated, reading
/// begins anew at its start, after a ``FileLinesEvent/restarted``; a file that is truncated and has
/// grown beyond its old size before that is seen cannot be told from one that has only grown.
public struct FileLines: Subscription {
  /// Where reading begins.
  public enum Start: Hashable, Sendable {
    /// With the first line of the file.
    case beginning
    /// With what is written after the subscription starts; in the middle of a line, if the file
    /// ends there.
    case end
  }

  /// The file, as in ``ReadFile/path``.
  public var path: String
  /// Where reading begins in a file that exists at the start.
  public var start: Start
  /// The most bytes of a line; the rest of a longer line is left out.
  public var lineLimit: Int
  /// What is sent.
  public var reply: Reply<FileLinesEvent>

  /// Creates the subscription; lines have up to 64 KiB unless stated.
  public init(
    _ path: String, from start: Start, lineLimit: Int = 64 << 10, _ reply: Reply<FileLinesEvent>
  ) {
    precondition(lineLimit > 0, "FileLines needs a line limit of more than zero, not \(lineLimit)")
    (self.path, self.start, self.lineLimit, self.reply) = (path, start, lineLimit, reply)
  }
}

/// What a followed file sends.
public enum FileLinesEvent: Hashable, Codable, Sendable {
  /// Lines that were read together, at least one, in order.
  case lines([String])
  /// The file was replaced or truncated: the lines that follow are those of its start.
  case restarted
  /// Reading could not begin, or has ended.
  case failed(FileError)
}
