public import KatanaRuntime

/// Keeps the issues that a runtime reports, for tests that expect some.
public final class IssueRecorder: Sendable {
  private let recorded = Locked<[RuntimeIssue]>([])

  /// A recorder without issues.
  public init() {}

  /// What to give to a runtime.
  public var handler: IssueHandler {
    IssueHandler { [recorded] issue in recorded.withLock { $0.append(issue) } }
  }

  /// The issues so far, in order.
  public var issues: [RuntimeIssue] { recorded.withLock { $0 } }

  /// The kinds of the issues so far, in order.
  public var kinds: [RuntimeIssue.Kind] { issues.map(\.kind) }
}
