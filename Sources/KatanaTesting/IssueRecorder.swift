public import KatanaRuntime

/// Collects the issues that a runtime reports, for tests that expect issues.
public final class IssueRecorder: Sendable {
  private let recorded = Locked<[RuntimeIssue]>([])

  /// Creates a recorder without issues.
  public init() {}

  /// The issue handler to pass to a runtime, as the `issues` of its options.
  public var handler: IssueHandler {
    IssueHandler { [recorded] issue in recorded.withLock { $0.append(issue) } }
  }

  /// The issues that were reported so far, in order.
  public var issues: [RuntimeIssue] { recorded.withLock { $0 } }

  /// The kinds of the issues that were reported so far, in order.
  public var kinds: [RuntimeIssue.Kind] { issues.map(\.kind) }
}
