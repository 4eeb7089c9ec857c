import KatanaRuntime

/// Creates a runtime and starts it.
func started<AppModel: Model>(
  _ model: AppModel, _ feature: some Feature<AppModel>, _ interpreters: [Interpreter] = [],
  _ options: RuntimeOptions<AppModel> = RuntimeOptions(issues: .expected)
) throws -> Runtime<AppModel> {
  let runtime = try Runtime(
    Program(model: model, feature), interpreters: interpreters, options: options)
  runtime.start()
  return runtime
}

extension IssueHandler {
  /// For runtimes that are dropped with everything that runs, as the benchmark's are at its end.
  /// Anything else that is reported means that a workload is wrong.
  static let expected = IssueHandler { issue in
    if issue.kind != .runtimeNotKept { preconditionFailure("\(issue)") }
  }
}

extension Work {
  /// Sends additions to a counter.
  ///
  /// - Parameter kept: Observations that last as long as the work.
  static func adding(to runtime: Runtime<Counter>, keeping kept: [ObservationToken] = []) -> Work {
    .direct { times in
      for number in 0..<times { runtime.dispatch(Add(amount: number)) }
      withExtendedLifetime(kept) {}
    }
  }

  /// Sends messages in turn.
  static func sending<AppModel: Model>(
    _ messages: [any Message], to runtime: Runtime<AppModel>
  ) -> Work {
    let next = Boxed(0)
    return .direct { times in
      for _ in 0..<times {
        runtime.dispatch(messages[next.value])
        next.value += 1
        if next.value == messages.count { next.value = 0 }
      }
    }
  }
}
