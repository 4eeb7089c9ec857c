/// What a reader of lines finds in its input.
public enum LineEvent: Hashable, Codable, Sendable {
  /// A line, without its end (`\n` or `\r\n`); bytes that are not UTF-8 became U+FFFD.
  case line(String)
  /// A line that was longer than the limit in bytes; it was skipped.
  case tooLong(limit: Int)
  /// The end of the input: no more lines come.
  case end
  /// Reading failed: no more lines come.
  case failed(TerminalError)
}
