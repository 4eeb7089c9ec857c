import Katana

/// Who waits for the end of a runtime, and whom they do not wait for.
struct Shutdown {
  fileprivate(set) var hasEnded = false
  fileprivate var waiting: [CheckedContinuation<Void, Never>] = []
  fileprivate var deadlines: [ScheduledAction] = []
  /// The runs that wait for the shutdown themselves.
  fileprivate var callers: Set<Run.ID> = []
}

extension Cycle {
  /// Resumes those who wait for the shutdown, if nothing runs any more but themselves.
  func endWhenQuiet() {
    guard shutdown.hasEnded, effects.liveRuns(except: shutdown.callers).isEmpty else { return }
    resumeWaiting()
  }

  func waitForShutdown(
    by caller: Run.ID?, deadline: Duration?,
    _ continuation: CheckedContinuation<Void, Never>
  ) {
    if let caller { shutdown.callers.insert(caller) }
    shutdown.waiting.append(continuation)
    endWhenQuiet()
    guard let deadline, !shutdown.waiting.isEmpty else { return }
    shutdown.deadlines.append(
      home.clock.schedule(after: deadline) { [home] in home.post { $0.giveUpWaiting() } })
  }

  func markEnded() { shutdown.hasEnded = true }

  private func giveUpWaiting() {
    guard !shutdown.waiting.isEmpty else { return }
    let runs = effects.liveRuns(except: shutdown.callers)
    home.report(.stragglers(commands: runs.map(\.name.fullName).sorted()))
    resumeWaiting()
  }

  private func resumeWaiting() {
    let (waiting, deadlines) = (shutdown.waiting, shutdown.deadlines)
    (shutdown.waiting, shutdown.deadlines) = ([], [])
    for deadline in deadlines { deadline.cancel() }
    for continuation in waiting { continuation.resume() }
  }
}
