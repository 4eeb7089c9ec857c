package import Katana

/// What a simulation asks its runtime, on the one thread where everything happens, between two
/// steps: so nobody executes meanwhile.
extension Runtime {
  /// The commands that still run, in the order of their start, then those that wait for their time
  /// or their turn; all, or those that were started before a mark.
  package func runningCommands(startedBefore mark: StartMark? = nil) -> [ValueName] {
    func isOld(_ id: Run.ID) -> Bool { mark.map { id < $0.id } ?? true }
    let running = cycle.runner.liveRuns(except: []).filter { isOld($0.id) }.map(\.name)
    let controlled = cycle.runner.controls.commands.filter { isOld($0.id) }
    return running
      + controlled.map { ValueName(leaf(of: $0.command)) }.filter { !running.contains($0) }
  }

  /// The control commands that have not ended, in the order of their start.
  package var controlledCommands: [any Command] { cycle.runner.controls.commands.map(\.command) }

  /// Whether the runtime refuses messages.
  package var hasEnded: Bool { core.isClosed }
}

/// A moment in the order in which commands start.
package struct StartMark: Sendable {
  fileprivate let id = Run.ID.next()

  package init() {}
}
