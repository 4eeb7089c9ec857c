import Katana

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A problem that a runtime has found while it ran. The runtime goes on.
///
/// The text has four parts: what happened, the values, why it matters, and how to fix it. It names
/// types, cases of enums, properties and source locations. It contains no data: neither payloads
/// nor ids, nor the descriptions of errors. Those are in ``error`` and ``details``.
public struct RuntimeIssue: Error, Sendable, Equatable {
  /// The kind of an issue.
  public enum Kind: Sendable, Equatable {
    /// A command has no interpreter.
    case noCommandInterpreter
    /// A subscription has no interpreter.
    case noSubscriptionInterpreter
    /// Several interpreters accept the same command type.
    case overlappingInterpreters
    /// The predicate of an interpreter accepts commands that are not of the interpreter's type.
    case interpreterMismatch
    /// An interpreter threw an error, and nothing in the app handles it.
    case interpreterThrew
    /// One subscription id was declared with different payloads.
    case conflictingSubscriptions
    /// A message was sent from outside after the shutdown, or while the runtime finishes.
    case dispatchAfterShutdown
    /// The last reference to a runtime was released while commands or subscriptions were running.
    case runtimeNotKept
    /// The number of waiting messages exceeds the soft limit.
    case tooManyWaitingMessages
    /// Two runs of the same update, or two queries for the subscriptions of the same model, gave
    /// different results.
    case impureUpdate
    /// Updates are not checked for purity, because the model holds an object.
    case purityNotChecked
    /// Commands did not end before the deadline of a shutdown.
    case stragglers
    /// A step did not end before the deadline of a shutdown.
    case stuckStep
    /// The executor of the runtime was blocked at the deadline of a shutdown.
    case blockedExecutor
    /// No updater takes a message, with or without an address.
    case messageNotTaken
    /// A command or a subscription has an address that no part of the app has.
    case unknownAddress
    /// Two elements of a collection have the same `id`.
    case duplicateID
    /// One feature stands in two slices, and what its commands and subscriptions send reaches both.
    case featureInTwoSlices
    /// Two views that a screen shows have one key.
    case ambiguousView
  }

  /// The kind of the issue.
  public let kind: Kind
  /// The whole text.
  public let text: String
  /// The error that an interpreter threw; `nil` for issues of other kinds.
  public let error: (any Error)?
  /// The data that the text leaves out because it may be personal, such as ids. The keys are the
  /// labels of the values in the text: `["Id": "7"]`.
  public let details: [String: String]
  /// The text with the details inserted; for tests.
  package let detailedText: String

  init(
    _ kind: Kind, _ what: String, _ values: [(String, String)] = [],
    details: [String: String] = [:], error: (any Error)? = nil,
    why: String, fix: String
  ) {
    func text(_ values: [(String, String)]) -> String {
      let lines = values.map { name, value in "  \(name): \(value)" }
      // The names that an app chooses, and the descriptions of errors, may be any texts.
      return ([what] + lines + [why, "To fix this, " + fix]).map { printableText($0) }
        .joined(separator: "\n")
    }
    self.kind = kind
    self.error = error
    self.details = details
    self.text = text(values)
    self.detailedText =
      details.isEmpty ? self.text : text(values.map { ($0, details[$0] ?? $1) })
  }
}

extension RuntimeIssue {
  /// Returns whether both have the same kind and the same text.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.kind == rhs.kind && lhs.text == rhs.text
  }
}

extension RuntimeIssue: CustomStringConvertible {
  /// The whole text.
  public var description: String { text }
}

/// Receives the issues of a runtime.
public struct IssueHandler: Sendable {
  private let handle: @Sendable (RuntimeIssue) -> Void

  /// Creates a handler that calls a function for each issue, on the thread on which the issue
  /// arises.
  ///
  /// The handler lives as long as any dispatcher of the runtime, because late messages are reported
  /// too.
  ///
  /// - Important: The function must not capture a dispatcher of the same runtime, or neither is
  ///   ever released.
  public init(_ handle: @escaping @Sendable (RuntimeIssue) -> Void) { self.handle = handle }

  func callAsFunction(_ issue: RuntimeIssue) { handle(issue) }

  /// Stops the process in a debug build, as a failed assertion does. In a release build, it writes
  /// to standard error.
  public static let trap = IssueHandler { issue in
    assertionFailure(issue.text)
    IssueHandler.standardError(issue)
  }
}

extension IssueHandler {
  /// Writes the text of each issue to standard error. This is the default handler.
  public static let standardError = IssueHandler { reportOnStandardError($0.text) }
}

/// Writes a text to standard error, with the prefix `katana:`.
package func reportOnStandardError(_ text: String) {
  let text =
    "katana: "
    + printableText(text, keepsLines: true).split(separator: "\n").joined(separator: "\n  ") + "\n"
  let bytes = Array(text.utf8)
  _ = write(2, bytes, bytes.count)
}
