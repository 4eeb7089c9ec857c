package import Katana

/// What a simulation asks its runtime, on the one thread where everything happens, between two steps:
/// so nobody works at the mailbox meanwhile.
extension Runtime {
  /// The commands that still run, in the order of their start, then those that wait for their time or
  /// their turn.
  package var runningCommands: [Label] {
    let running = cycle.effects.liveRuns(except: []).map(\.name)
    return running + controlledCommands.map { Label(leaf(of: $0)) }.filter { !running.contains($0) }
  }

  /// The control commands that have not ended, in the order of their start.
  package var controlledCommands: [any Command] { cycle.effects.controls.commands }

  /// Whether the runtime refuses messages.
  package var hasEnded: Bool { home.isClosed }
}
