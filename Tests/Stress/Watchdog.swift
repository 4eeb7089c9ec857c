import Foundation
import KatanaRuntime
import KatanaTesting
import Promises

/// Ends the program when nothing goes on any more, and says what was being tried.
final class Watchdog: Sendable {
  private let trial = Locked<(name: String, trial: Trial)?>(nil)
  private static let limit = 60

  func watch(_ name: String, _ new: Trial) { trial.withLock { $0 = (name, new) } }

  /// Looks every second from a thread of its own, which no promise can block.
  func start() {
    Thread.detachNewThread { [self] in
      var last = (name: "", cases: -1, doing: "")
      var seconds = 0
      while true {
        Thread.sleep(forTimeInterval: 1)
        guard let (name, trial) = trial.withLock({ $0 }) else { continue }
        let now = (name: name, cases: trial.cases, doing: trial.doing)
        seconds = now == last ? seconds + 1 : 0
        last = now
        if seconds >= Self.limit { report(now) }
      }
    }
  }

  private func report(_ last: (name: String, cases: Int, doing: String)) {
    print("STUCK: \(last.name) after \(last.cases) cases, for \(Self.limit) s, at: \(last.doing)")
    fflush(nil)
    abort()
  }
}
