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
