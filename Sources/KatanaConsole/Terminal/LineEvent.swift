/// What ``StandardInputLine`` sends.
public enum LineEvent: Hashable, Codable, Sendable {
  /// A line, without `\n` or `\r\n`. Bytes that are not UTF-8 are replaced with U+FFFD.
  case line(String)
  /// A line was longer than the limit in bytes, and was skipped.
  case tooLong(limit: Int)
  /// The input ended. No line follows.
  case end
  /// Reading failed. No line follows.
  case failed(TerminalError)
}
