/// Something that went wrong while a runtime ran, and that the runtime survived.
///
/// The text has four parts: what happened, the values, why it matters, and how to fix it. It names
/// types, cases of enums, properties and places in the source, and holds no data: neither payloads
/// nor ids nor what an error says. Those are in ``error`` and ``details``.
public struct RuntimeIssue: Error, Sendable, Equatable {
  /// What kind of issue this is.
  public enum Kind: Sendable, Equatable {
    /// A command has no interpreter.
    case noCommandInterpreter
    /// A subscription has no interpreter.
    case noSubscriptionInterpreter
    /// Several interpreters accept the same command type.
    case overlappingInterpreters
    /// An interpreter was registered for commands that are not of its type.
    case interpreterMismatch
    /// An asynchronous interpreter threw an error.
    case interpreterThrew
    /// One subscription id was declared with different payloads.
    case conflictingSubscriptions
    /// A message was sent from the outside after the shutdown.
    case dispatchAfterShutdown
    /// The last reference to a runtime was dropped while it had work.
    case runtimeNotKept
    /// More messages wait than the soft limit allows.
    case tooManyWaitingMessages
    /// Two runs of one update gave different results.
    case impureUpdate
    /// `checksPurity` does not run updates twice, since the model holds an object.
    case purityNotChecked
    /// Queues of commands wait for each other, so that none goes on.
    case queuesWaitForEachOther
    /// A command waits in a queue for the end of one that was cancelled, and has done so for long.
    case cancelledCommandHoldsPlace
    /// Commands did not end before the deadline of a shutdown.
    case stragglers
    /// A step did not end before the deadline of a shutdown.
    case stuckStep
    /// No updater takes a message, with its address or without one.
    case messageNotTaken
    /// A command or a subscription belongs to a child at an address that no part of the app has.
    case unknownAddress
    /// Two elements of a collection have the same `id`.
    case duplicateID
  }

  /// What kind of issue this is.
  public let kind: Kind
  /// The whole text.
  public let text: String
  /// What an interpreter has thrown.
  public let error: (any Error)?
  /// What the text leaves out because it may be personal, such as ids, by the words of the text:
  /// `["Id": "7"]`.
  public let details: [String: String]
  /// The text with the details in their places; for tests.
  package let detailedText: String

  init(
    _ kind: Kind, _ what: String, _ values: [(String, String)] = [],
    details: [String: String] = [:], error: (any Error)? = nil,
    why: String, fix: String
  ) {
    func text(_ values: [(String, String)]) -> String {
      let lines = values.map { name, value in "  \(name): \(value)" }
      return ([what] + lines + [why, "To fix this, " + fix]).joined(separator: "\n")
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
  /// Whether both are of one kind and have the same text.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.kind == rhs.kind && lhs.text == rhs.text
  }
}

extension RuntimeIssue: CustomStringConvertible {
  /// The whole text.
  public var description: String { text }
}

/// Where a runtime's issues go.
public struct IssueHandler: Sendable {
  private let handle: @Sendable (RuntimeIssue) -> Void

  /// A handler that calls a function, on the thread where the issue arose.
  ///
  /// It lives as long as a dispatcher of the runtime, since late messages are reported too. What it
  /// captures must not keep a dispatcher of the same runtime, or neither is ever released.
  public init(_ handle: @escaping @Sendable (RuntimeIssue) -> Void) { self.handle = handle }

  func callAsFunction(_ issue: RuntimeIssue) { handle(issue) }

  /// Stops the process in a debug build, as an assertion does; in a release build, writes to
  /// standard error.
  public static let trap = IssueHandler { issue in
    assertionFailure(issue.text)
    IssueHandler.standardError(issue)
  }
}
