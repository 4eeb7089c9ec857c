/// Why reading or writing a standard stream failed.
public enum TerminalError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The program that reads this stream has ended, as `head` in `program | head` does.
  case closedPipe(StandardStream)
  /// Writing to this stream failed; the system describes the reason.
  case notWritten(StandardStream, reason: String)
  /// Reading the standard input failed; the system describes the reason.
  case notRead(reason: String)
  /// A line of the standard input was longer than a prompt accepts, and was skipped.
  case lineTooLong(limit: Int)

  /// What happened and how to fix it.
  public var description: String {
    switch self {
    case .closedPipe(let stream):
      "The reader of \(stream) has closed it. To fix this, end the program, or write elsewhere."
    case .notWritten(let stream, let reason):
      "Writing to \(stream) failed: \(reason). To fix this, check where it is redirected to."
    case .notRead(let reason):
      "Reading the standard input failed: \(reason). To fix this, check its redirection."
    case .lineTooLong(let limit):
      "A line of the standard input has more than \(limit) bytes. To fix this, divide it."
    }
  }
}
