import KatanaEffects

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

  /// What happened, and how to fix it: ``text`` and ``advice``.
  public var description: String { texts.description }

  /// What happened, for the users of the app. It contains no advice and no name of the framework.
  public var text: String { texts.text }

  /// How a developer can fix the error; `nil` if there is nothing to say.
  public var advice: String? { texts.advice }

  private var texts: ErrorText {
    switch self {
    case .closedPipe(let stream):
      ErrorText(
        "The reader of \(stream) has closed it.",
        fix: "end the program, or write elsewhere.")
    case .notWritten(let stream, let reason):
      ErrorText(
        "Writing to \(stream) failed: \(reasonText(reason)).",
        fix: "check where it is redirected to.")
    case .notRead(let reason):
      ErrorText(
        "Reading the standard input failed: \(reasonText(reason)).",
        fix: "check its redirection.")
    case .lineTooLong(let limit):
      ErrorText(
        "A line of the standard input has more than \(bytesText(limit)).",
        fix: "divide it.")
    }
  }
}
