package import Katana
import KatanaRuntime

/// Says of each line of a file whether the update of its message has changed the model, by running the updates
/// along with the lines. Used by one thread at a time.
package enum ChangeFinder {
  /// Returns the function for the lines of a file, from its first one on; `nil` if the type of the model is
  /// not `Equatable`.
  package static func make<AppModel: Model>(
    _ format: RecordingFormat<AppModel>, _ path: String
  ) -> (@Sendable (FileLine) -> Bool?)? {
    guard AppModel.self is any Equatable.Type else { return nil }
    let run = Locked(ReplayRun(format, of: path, from: 0, to: .max))
    return { line in
      var isChanged: Bool?
      run.withLock { run in
        _ = run.take(RecordedLine(line)) { run, message throws(ReplayProblem) in
          try run.handle(message) { step in
            // What a masked secret was is not known, so neither is what it has changed.
            if step.recorded.maskedSecrets == 0 {
              isChanged = (step.before as? any Equatable).map { $0.differs(from: step.after) }
            }
            return true
          }
        }
      }
      return isChanged
    }
  }
}

extension Equatable {
  fileprivate func differs(from other: Any) -> Bool { (other as? Self) != self }
}
