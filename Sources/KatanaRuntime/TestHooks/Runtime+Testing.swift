package import Katana

/// State of the runtime for a test, which reads it on its only thread, between two steps.
extension Runtime {
  /// The commands that wait for a timer or for their turn, in the order of their start.
  package var waitingCommands: [WaitingCommand] { loop.activities.waitingCommands }

  /// The commands that begin when others before them have ended.
  package var commandsBehindOthers: [any Command] {
    loop.activities.commandsBehindOthers
  }

  /// The commands whose runs have not ended, in the order of their start.
  package var liveCommands: [(type: any Command.Type, name: ValueName)] {
    loop.liveRuns().map { ($0.type, $0.name) }
  }
}

/// State of the runtime for a simulation, which reads it on its only thread, between two steps.
extension Runtime {
  /// Returns the names of the commands that still run, in the order of their start, then of those
  /// that wait for a timer or for their turn.
  ///
  /// - Parameter mark: Only commands that were started before the mark are returned; all if `nil`.
  package func runningCommands(startedBefore mark: StartMark? = nil) -> [ValueName] {
    func isOld(_ id: RunID) -> Bool { mark.map { id < $0.id } ?? true }
    let running = loop.liveRuns().filter { isOld($0.id) }.map(\.name)
    let controlled = loop.activities.commands.filter { isOld($0.id) }
    return running
      + controlled.map { ValueName(leaf(of: $0.command)) }.filter { !running.contains($0) }
  }

  /// Whether the runtime refuses messages, because it has ended.
  package var hasEnded: Bool { core.isClosed }
}

/// A moment in the order in which commands start.
package struct StartMark: Sendable {
  fileprivate let id = RunID.next()

  package init() {}
}

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
