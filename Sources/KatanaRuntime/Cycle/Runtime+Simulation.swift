/// What a simulation asks its runtime, on the one thread where everything happens, between two steps:
/// so nobody works at the mailbox meanwhile.
extension Runtime {
  /// The commands that still run, in the order of their start.
  package var runningCommands: [Label] { cycle.effects.liveRuns(except: []).map(\.name) }

  /// Whether the runtime refuses messages.
  package var hasEnded: Bool { cycle.isClosed }
}
