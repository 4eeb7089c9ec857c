package import Katana

/// Functions for tests of a single interpreter.
extension Runtime {
  /// Performs a command that no update returned.
  ///
  /// - Parameter ended: Called once, when the interpreter has returned and the last copy of its
  ///   dispatcher is released, in order with the messages: after all messages that the run has
  ///   sent.
  package func perform(_ command: any Command, ended: @escaping @Sendable () -> Void) {
    core.post { [loop] in
      let tracker = CompletionTracker(parent: nil) { _ in ended() }
      loop.add(tracker)
      loop.start(command, cause: 0, tracker)
      tracker.done(nil, .own)
    }
  }

  /// Calls the cancellation handlers of all running commands and cancels their tasks, but does not
  /// drop their messages, so that a test can see what they still send.
  package func tellOfCancellation() {
    core.post { [loop] in
      for run in loop.liveRuns() { run.tellOfCancellation() }
    }
  }

  /// Calls a function in order with the messages: after all that were sent before, and never during
  /// a step.
  package func inOrder(_ body: @escaping @Sendable () -> Void) { core.post(body) }
}
