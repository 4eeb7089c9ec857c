/// The calls that wait for the end of a runtime: that the commands come to their end (`finish`), or that
/// those that were cancelled have ended (`shutdown`, `waitUntilEnded`).
struct End {
  /// Whether the commands are coming to their end. Then messages from outside are refused.
  var isFinishing = false
  /// The number of messages that were refused.
  var refusedCount: UInt64 = 0
  /// Whether a job is queued that checks whether all commands have come to their end.
  var isChecking = false
  /// The calls that wait for commands to come to their end.
  var finishing: [EndCall] = []
  /// The calls that wait for those that were cancelled.
  var waiting: [EndCall] = []
  var hasReportedStragglers = false
  /// The timer that reports commands for which calls without a deadline wait; `nil` while none runs.
  var report: ScheduledAction?
}

/// One call that waits for the end of a runtime. If a task of a command makes it, the call does not wait
/// for that command.
final class EndCall: @unchecked Sendable {
  // Sendable, because `run` is used inside of steps only.

  private let task: Int?
  /// The run of the command; `nil` if the task belongs to none, or if it has not been found yet.
  private(set) var run: RunID?
  let hasDeadline: Bool
  /// Given when that has come for which it waits, at its limit, or when its task is cancelled.
  let isOver = PendingResult<Void>()
  /// What a call of `finish` returns.
  let result = PendingResult<FinishResult>()

  init(hasDeadline: Bool = true) {
    task = currentTask
    self.hasDeadline = hasDeadline
  }

  /// Looks for the run among those that are registered. Must not be called after the call has returned,
  /// because then another task may have the same identity.
  func findRun(in loop: Loop) {
    if run == nil, let task { run = loop.run(performedBy: task) }
  }

  /// Takes a run if the task belongs to it.
  func findRun(in newRun: Run) {
    if run == nil, let task, newRun.isPerformed(by: task) { run = newRun.id }
  }
}

/// The end, in order: commands come to their end, or are cancelled; then those that were cancelled end.
extension Loop {
  // MARK: Coming to an end

  func beginFinish(_ call: EndCall) {
    if call.result.isGiven { return }
    call.findRun(in: self)
    if core.isClosed { return endFinishing(call) }
    end.finishing.append(call)
    if !end.isFinishing {
      end.isFinishing = true
      core.queueEveryMessage()
      declareAll(lastNumber)
      activities.react(to: .finish)
    }
    checkFinished()
  }

  func giveUpFinishing(_ call: EndCall) {
    if !call.result.isGiven { call.findRun(in: self) }
    endFinishing(call)
  }

  /// Ends one waiting call with the commands that are left.
  private func endFinishing(_ call: EndCall) {
    end.finishing.removeAll { $0 === call }
    guard !call.result.isGiven else { return }
    let running = liveRuns(except: call.run.map { [$0] } ?? []).map(\.name.fullName)
    let waiting = activities.waitingCommands.map { ValueName(leaf(of: $0.command)).fullName }
    call.result.give(FinishResult(left: Set(running + waiting).sorted(), hasStuckStep: false))
    call.isOver.give(())
  }

  /// Checks later whether no command goes on, after the ends of commands that wait in the queue.
  /// Otherwise, each of these ends would look at all of them.
  func checkFinished() {
    guard end.isFinishing, !end.finishing.isEmpty, !end.isChecking else { return }
    end.isChecking = true
    core.post { [self] in
      end.isChecking = false
      endFinishingIfQuiet()
    }
  }

  /// Ends the waiting calls if no command goes on and no message was admitted since that was first
  /// seen: messages of a command may still wait in the queue when the command has ended.
  private func endFinishingIfQuiet() {
    let callers = Set(end.finishing.compactMap(\.run))
    guard !end.finishing.isEmpty, !hasControlCommands(except: callers),
      !hasLiveRuns(except: callers)
    else { return }
    let number = lastNumber - end.refusedCount
    end.isChecking = true
    core.post { [self] in
      end.isChecking = false
      guard lastNumber - end.refusedCount == number else { return checkFinished() }
      for call in end.finishing { endFinishing(call) }
    }
  }

  // MARK: The end

  /// Ends the runtime, after the current step: cancels all commands, drops their messages, and stops all
  /// subscriptions. Later calls have no effect.
  func shutDown() {
    if hasEnded { return }
    for call in end.finishing { endFinishing(call) }
    hasEnded = true
    activities.stop()
    for run in liveRuns() { run.cancel() }
    waiting = []
    stopSubscriptions()
    if hasBegun { for interceptor in interceptors { interceptor.stopped?() } }
    show(nil)
    observers.removeAll()
    if hasBegun { events?.ended() }
    abandonTrackers()
    endWhenQuiet()
  }

  func add(_ call: EndCall) {
    if call.isOver.isGiven { return }
    call.findRun(in: self)
    end.waiting.append(call)
    endWhenQuiet()
  }

  /// Resumes the calls that wait for those that were cancelled, if no run is left that they wait for.
  func endWhenQuiet() {
    if end.waiting.isEmpty { return }
    end.waiting.removeAll(where: \.isOver.isGiven)
    guard hasEnded, !end.waiting.isEmpty else { return }
    let callers = Set(end.waiting.compactMap(\.run))
    guard !hasLiveRuns(except: callers) else { return reportStragglersLater() }
    let isQuiet = callers.isEmpty || !hasLiveRuns(except: [])
    for call in end.waiting where isQuiet || call.run != nil { call.isOver.give(()) }
    end.waiting.removeAll(where: \.isOver.isGiven)
    if end.waiting.isEmpty { end.report.take()?.cancel() }
  }

  func giveUpWaiting(_ call: EndCall) {
    guard !call.isOver.isGiven else { return }
    call.findRun(in: self)
    reportStragglers(except: Set((end.waiting + [call]).compactMap(\.run)))
    call.isOver.give(())
    endWhenQuiet()
  }

  /// Looks for callers in a run that is registered only now, because messages from its interpreter were
  /// still waiting. One of its tasks may already have called.
  func findCallers(in run: Run) {
    for call in end.finishing + end.waiting where !call.isOver.isGiven { call.findRun(in: run) }
  }

  /// Reports commands that ignore their cancellation after five seconds, if a call without a deadline
  /// waits for them.
  private func reportStragglersLater() {
    guard end.report == nil, !end.hasReportedStragglers,
      !end.waiting.allSatisfy(\.hasDeadline)
    else { return }
    end.report = core.schedule(after: .seconds(5)) { [unowned self] in
      end.report = nil
      if end.waiting.allSatisfy({ $0.hasDeadline || $0.isOver.isGiven }) { return }
      reportStragglers(except: Set(end.waiting.compactMap(\.run)))
    }
  }

  private func reportStragglers(except callers: Set<RunID>) {
    let runs = liveRuns(except: callers)
    if runs.isEmpty || end.hasReportedStragglers { return }
    end.hasReportedStragglers = true
    core.report(.stragglers(commands: runs.map(\.name.fullName).sorted()))
  }

  /// Reports a runtime that was released while it had running commands or subscriptions.
  func reportIfWorking() {
    let commands = liveRuns().map(\.name.fullName).sorted()
    let subscriptions = runningSubscriptions.map { "\(type(of: $0))" }
    if commands.isEmpty && subscriptions.isEmpty { return }
    core.report(.runtimeNotKept(commands: commands, subscriptions: subscriptions))
  }
}

/// What was still running when ``Runtime/finish(within:)`` returned.
public struct FinishResult: Sendable, Equatable {
  /// The names of the commands that had not ended, each once, sorted.
  public let left: [String]
  /// Whether an update, an observer or an interpreter had not returned in time, or the executor of
  /// the runtime was blocked. If the commands had not ended before, ``left`` is empty then, since
  /// nothing else is known.
  public let hasStuckStep: Bool
  /// Whether every command and every step had ended.
  public var isComplete: Bool { left.isEmpty && !hasStuckStep }
}
