package import Katana

/// For tests of one interpreter alone.
extension Runtime {
  /// Performs a command that no update returned.
  ///
  /// - Parameter ended: Called once, when the interpreter has returned and the last copy of its
  ///   dispatcher is gone, in order with the messages: after all that the run has sent.
  package func perform(_ command: any Command, ended: @escaping @Sendable () -> Void) {
    core.post { cycle in
      let tracker = CompletionTracker(wanted: nil, parent: nil) { _ in ended() }
      cycle.runner.start(command, cause: 0, tracker: tracker, contains: { _ in false })
      tracker.done(nil, .own)
    }
  }

  /// Tells the interpreters of all commands that they are cancelled, and silences none: what they
  /// still send is handled, so that it can be seen.
  package func tellOfCancellation() {
    core.post { cycle in
      for run in cycle.runner.liveRuns(except: []) { run.tellOfCancellation() }
    }
  }

  /// Calls a function in order with the messages: after those sent before, and never beside one.
  package func inOrder(_ body: @escaping @Sendable () -> Void) { core.post { _ in body() } }
}
