import Katana

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
