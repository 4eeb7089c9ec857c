import Katana

/// What a runtime had left when it was to finish; see ``Runtime/finish(within:)``.
public struct FinishResult: Sendable, Equatable {
  /// The names of the commands that had not ended, sorted.
  public let left: [String]
  /// Whether everything came to its end.
  public var isComplete: Bool { left.isEmpty }
}

extension Runtime {
  /// Lets everything that the app has begun come to its end, then ends the runtime.
  ///
  /// For a command-line tool or a server that is asked to stop: what was delayed or debounced, such
  /// as a save, is done. In this order: messages from the outside are refused; subscriptions end,
  /// except the ``Katana/ConstantSubscription``s; what is delayed, debounced or throttled starts at
  /// once, and nothing is retried any more; commands and all that follows from their messages come
  /// to their end; the rest of the subscriptions ends, and the runtime shuts down.
  ///
  /// - Parameter limit: How long to wait, by the runtime's clock. Then, or when the calling task is
  ///   cancelled, the runtime shuts down as it is.
  /// - Returns: What was left.
  @discardableResult
  public func finish(within limit: Duration = .seconds(10)) async -> FinishResult {
    let caller = Run.current
    // An app that has not begun has nothing to finish.
    if !home.hasOpened {
      home.requestShutdown()
      return FinishResult(left: [])
    }
    let attempt = FinishAttempt()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        home.post { cycle in
          cycle.beginFinish(attempt, by: caller, within: limit) {
            continuation.resume(returning: $0)
          }
        }
      }
    } onCancel: {
      home.post { $0.giveUpFinishing(attempt) }
    }
    home.requestShutdown()
    // What is left may go on, though nobody hears of it: only the shutdown itself is waited for.
    await withCheckedContinuation { continuation in
      home.post { _ in continuation.resume() }
    }
    return result
  }
}

/// One who waits for the runtime to finish. Used inside steps only, but made by whoever waits.
final class FinishAttempt: @unchecked Sendable {
  // Sendable, because the state is used inside the runtime's steps only.
  fileprivate var end: ((FinishResult) -> Void)?
  fileprivate var timer: ScheduledAction?
  fileprivate var caller: Run.ID?
  /// Whether its task was cancelled before it began.
  fileprivate var isCancelled = false
}

/// Who waits for the runtime to finish. Used inside the runtime's steps only.
struct Finishing {
  fileprivate(set) var hasBegun = false
  fileprivate var attempts: [FinishAttempt] = []
}

extension Cycle {
  fileprivate func beginFinish(
    _ attempt: FinishAttempt, by caller: Run.ID?, within limit: Duration,
    _ end: @escaping (FinishResult) -> Void
  ) {
    attempt.end = end
    attempt.caller = caller
    if home.isClosed || attempt.isCancelled { return endFinishing(attempt) }
    finishing.attempts.append(attempt)
    attempt.timer = home.clock.schedule(after: limit) { [home] in
      home.post { $0.giveUpFinishing(attempt) }
    }
    if !finishing.hasBegun {
      finishing.hasBegun = true
      home.takesNoShortCuts()
      endEvents()
      effects.controls.finish()
    }
    checkFinished()
  }

  fileprivate func giveUpFinishing(_ attempt: FinishAttempt) {
    attempt.isCancelled = true
    endFinishing(attempt)
  }

  /// The runtime ends: nobody waits any more.
  func giveUpFinishing() {
    for attempt in finishing.attempts { endFinishing(attempt) }
  }

  /// Ends the waiting of one, and says what is left.
  private func endFinishing(_ attempt: FinishAttempt) {
    guard let end = attempt.end else { return }
    (attempt.end, attempt.caller) = (nil, nil)
    attempt.timer?.cancel()
    finishing.attempts.removeAll { $0 === attempt }
    end(FinishResult(left: unfinishedCommands(except: attempt.caller)))
  }

  private func unfinishedCommands(except caller: Run.ID?) -> [String] {
    let running = effects.liveRuns(except: caller.map { [$0] } ?? []).map(\.name.fullName)
    let waiting = effects.controls.waitingCommands.map { ValueName(leaf(of: $0)).fullName }
    return Set(running + waiting).sorted()
  }

  /// Ends the waiting once nothing goes on, and no message was handled since that was seen first:
  /// what a command has sent may still be on its way.
  func checkFinished() {
    guard finishing.hasBegun, !finishing.attempts.isEmpty else { return }
    let callers = Set(finishing.attempts.compactMap(\.caller))
    guard effects.liveRuns(except: callers).isEmpty,
      !effects.controls.hasCommands(except: callers)
    else { return }
    let number = lastNumber
    home.post { cycle in
      guard cycle.lastNumber == number else { return cycle.checkFinished() }
      for attempt in cycle.finishing.attempts { cycle.endFinishing(attempt) }
    }
  }
}
