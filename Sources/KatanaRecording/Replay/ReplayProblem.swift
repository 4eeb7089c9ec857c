import Katana

/// The reason why a message of a recording cannot be handled again.
public struct ReplayProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// A kind of problem.
  public enum Kind: Sendable, Equatable {
    /// The recording has no payload, because the type of the message was not in the list.
    case payloadNotRecorded
    /// The payload could not be encoded when the message was recorded.
    case payloadNotWritten
    /// The type of the message is not in the list of today's format.
    case typeNotListed
    /// Today's type cannot decode the payload.
    case payloadNotReadable
    /// Today's program does not have the address of the message.
    case unknownAddress
    /// The file does not begin with the first message, and has no checkpoint before its messages.
    case noBeginning
    /// Messages are missing: their lines were left out, damaged or lost.
    case messagesMissing
    /// The app continued from another model, which was not recorded.
    case modelNotRecorded
    /// Today's type cannot decode the model of a checkpoint.
    case checkpointNotReadable
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The number of the message, or of the last message before a checkpoint.
  public let number: UInt64
  /// What happened, why it matters, and how to fix it.
  public let description: String

  init(_ kind: Kind, _ number: UInt64, _ what: String, why: String, fix: String) {
    self.kind = kind
    self.number = number
    // Errors of decoding contain keys and values of the file.
    description = "\(printableText(what))\n\(why)\nTo fix this, \(printableText(fix))"
  }

  /// Returns the problem with the path of its file before the text.
  func of(_ path: String) -> ReplayProblem { ReplayProblem(self, path) }

  private init(_ problem: ReplayProblem, _ path: String) {
    (kind, number) = (problem.kind, problem.number)
    description = "\(printableText(path)): \(problem.description)"
  }
}

extension ReplayProblem {
  private static let stops = "The replay stops before it: the model after it is not known."

  static func payload(_ message: RecordedMessage) -> ReplayProblem {
    if let problem = message.problem {
      return ReplayProblem(
        .payloadNotWritten, message.number,
        "The payload of message \(message.number), \(message.name), could not be recorded: \(problem)",
        why: stops,
        fix: "make `\(sourceName(message.type))` encode itself, or give the recording format an"
          + " IDFormat for the `id`s in its address, and record again.")
    }
    return ReplayProblem(
      .payloadNotRecorded, message.number,
      "Message \(message.number), \(message.name), was recorded without its payload.", why: stops,
      fix: "add `\(sourceName(message.type)).self` to the payloads of the recording format, and"
        + " record again.")
  }

  static func unlisted(_ message: RecordedMessage) -> ReplayProblem {
    ReplayProblem(
      .typeNotListed, message.number,
      "Message \(message.number), \(message.name), is of a type that the recording format does not"
        + " list.", why: stops,
      fix: "add `\(sourceName(message.type)).self` to its payloads.")
  }

  static func unreadable(_ message: RecordedMessage, _ error: any Error) -> ReplayProblem {
    ReplayProblem(
      .payloadNotReadable, message.number,
      "The payload of message \(message.number), \(message.name), cannot be decoded:"
        + " \(text(of: error))", why: stops,
      fix:
        "make `\(sourceName(message.type))` decode its recorded form, or use the version of the program that"
        + " was recorded.")
  }

  static func address(_ message: RecordedMessage, _ error: any Error) -> ReplayProblem {
    ReplayProblem(
      .unknownAddress, message.number,
      "Message \(message.number), \(message.name), has an address that the program does not have:"
        + " \(error)", why: stops, fix: "use the version of the program that was recorded.")
  }

  static func checkpoint(_ number: UInt64, _ error: any Error) -> ReplayProblem {
    ReplayProblem(
      .checkpointNotReadable, number,
      "The model recorded after message \(number) cannot be decoded: \(text(of: error))",
      why: "The replay cannot begin there.",
      fix: "make the model decode its recorded form, or use the version of the program that was"
        + " recorded.")
  }

  /// - Parameters:
  ///   - first: The first missing message.
  ///   - last: The last missing message.
  ///   - number: The message, or the last message before the checkpoint, that does not follow.
  ///   - gap: What the file says in their place.
  static func missing(
    _ first: UInt64, to last: UInt64, at number: UInt64, _ gap: String?
  ) -> ReplayProblem {
    ReplayProblem(
      .messagesMissing, number,
      (first == last ? "Message \(first) is missing." : "Messages \(first) to \(last) are missing.")
        + said(gap),
      why: stops,
      fix: "call `steps(_:)` for later messages: it begins at the last checkpoint before them."
        + " `recording.checkpoints` has the numbers of all checkpoints.")
  }

  /// - Parameter problem: The error because of which the model was not recorded; `nil` if its type was
  ///   not in the list.
  static func replaced(_ number: UInt64, _ problem: String?) -> ReplayProblem {
    ReplayProblem(
      .modelNotRecorded, number,
      "After message \(number), the app went on from a model that was not recorded"
        + (problem.map { ": \($0)." } ?? "."),
      why: "The replay stops there: what follows does not follow from the messages before.",
      fix: problem == nil
        ? "add the type of the model to the payloads of the recording format, and record again."
        : "make the model encode itself, and record again.")
  }

  /// - Parameter gap: What the file says before the message.
  static func noBeginning(_ number: UInt64, _ gap: String?) -> ReplayProblem {
    ReplayProblem(
      .noBeginning, number,
      "The file begins with message \(number), and has no checkpoint before it." + said(gap),
      why: "The model before that message is not known.",
      fix: "add the type of the model to the payloads of the recording format, so that each file"
        + " begins with a checkpoint, and record again. The first file of the recording can be"
        + " replayed without.")
  }

  private static func said(_ gap: String?) -> String { gap.map { " \($0)" } ?? "" }

  private static func text(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context)) has no \"\(key.stringValue)\""
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "\(path(context)): \(context.debugDescription)"
    default: "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.isEmpty
      ? "the value" : context.codingPath.map(\.stringValue).joined(separator: ".")
  }
}
