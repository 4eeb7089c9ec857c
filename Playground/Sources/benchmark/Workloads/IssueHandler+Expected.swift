import KatanaRuntime

extension IssueHandler {
  /// For runtimes that are dropped with everything that runs, as the benchmark's are at its end.
  /// Anything else that is reported means that a workload is wrong.
  static let expected = IssueHandler { issue in
    if issue.kind != .runtimeNotKept { preconditionFailure("\(issue)") }
  }
}
