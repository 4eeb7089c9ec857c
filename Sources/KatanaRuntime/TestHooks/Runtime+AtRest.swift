package import Katana

/// What a test asks its runtime on the one thread where everything happens, between two steps: so
/// nobody executes meanwhile.
extension Runtime {
  /// What waits for its time or its turn, control commands or parts of them, in the order of their
  /// start.
  package var waitingCommands: [WaitingCommand] { cycle.runner.controls.waitingCommands }

  /// The commands whose interpreters may still send, in the order of their start.
  package var liveCommands: [(type: any Command.Type, name: ValueName)] {
    cycle.runner.liveRuns(except: []).compactMap { run in
      if case .command(let type) = run.origin { (type, run.name) } else { nil }
    }
  }
}
