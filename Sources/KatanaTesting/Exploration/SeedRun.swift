import Katana
import KatanaComparison
import KatanaRuntime

/// Runs an app under one seed, from its start to its end.
final class SeedRun<AppModel: Model>: @unchecked Sendable {
  // Sendable, because it is used only on the thread of the exploration, where the runtime handles
  // all messages.
  private let app: Simulated<AppModel>
  private let scheduler: Scheduler
  private let limits: SimulationLimits
  private let labels: NameNumbers
  private let seed: UInt64
  private let history: History?
  private(set) var trace: Trace
  /// The start of the extra time for commands that still run when the quiet time is over.
  private var extraTime: StartMark?
  /// The model at the moment of the first violation. Messages that the same turn handles after that
  /// are not recorded.
  private var modelAtFailure: AppModel?

  /// The result of a run.
  struct Outcome {
    var finding: Violation?
    var trace: Trace
    var model: [String]?
    var pending: [ValueName] = []
    var gone = 0
    /// The messages to send from the outside, in this order, whether or not all were sent.
    var sent: [any Message] = []
  }

  init(
    _ app: Simulated<AppModel>, _ scheduler: Scheduler, _ limits: SimulationLimits,
    _ labels: NameNumbers, seed: UInt64, isRecorded: Bool
  ) {
    self.seed = seed
    self.app = app
    self.scheduler = scheduler
    self.limits = limits
    self.labels = labels
    self.history = isRecorded ? History() : nil
    self.trace = Trace(history)
  }

  func run(sending messages: [any Message], from file: StaticString, _ line: UInt) -> Outcome {
    var outcome = runApp(sending: messages, from: file, line)
    // The end of the runtime, which is released now, may be a job as well. As long as it waits, it keeps
    // the app.
    runRest()
    outcome.finding = outcome.finding ?? scheduler.escape
    return outcome
  }

  private func runApp(
    sending messages: [any Message], from file: StaticString, _ line: UInt
  ) -> Outcome {
    do {
      let runtime = try app.makeRuntime(surroundings)
      trace.begin(runtime.model)
      check(app.invariants, runtime.model, "at the start")
      runtime.start()
      let messages = inOrder(messages)
      runUntilRest(runtime, messages[...]) { runtime.dispatch($0, file: file, line: line) }
      if scheduler.finding == nil { checkEnd(runtime) }
      let model = modelAtFailure ?? runtime.model
      trace.end(model)
      let outcome = Outcome(
        finding: scheduler.finding, trace: trace,
        model: history.map { _ in modelLines(model) },
        pending: runtime.runningCommands(), gone: runtime.statistics.gone, sent: messages)
      runtime.requestShutdown()
      runRest()
      return outcome
    } catch {
      return Outcome(finding: .wiring(error), trace: trace)
    }
  }

  private func inOrder(_ messages: [any Message]) -> [any Message] {
    guard limits.shufflesMessages else { return messages }
    var messages = messages
    for last in messages.indices.dropFirst().reversed() {
      messages.swapAt(last, scheduler.choose(below: last + 1, of: seed))
    }
    return messages
  }

  // MARK: The way to the end

  private func runUntilRest(
    _ runtime: Runtime<AppModel>, _ messages: ArraySlice<any Message>,
    _ send: (any Message) -> Void
  ) {
    var waiting = messages
    var limit = limits.quiet
    while true {
      if runtime.hasEnded { waiting = [] }
      if extraTime != nil && isAtRest(runtime) { return }
      guard
        let decision = scheduler.next(
          hasMessage: !waiting.isEmpty, until: limit, isPatient: extraTime != nil)
      else {
        if isAtRest(runtime) { return }
        if trace.releaseValues() { continue }
        if extraTime != nil { return }
        // Time may have jumped while commands were ready to go on. So they get the same time again,
        // in which the clock moves only when no job is ready.
        (limit, extraTime) = (limit.adding(limits.quiet), StartMark())
        continue
      }
      trace.add(decision)
      take(decision.turn) {
        send(waiting.removeFirst())
        limit = scheduler.now.adding(limits.quiet)
      }
      if trace.turns + trace.messages > limits.turns { scheduler.note(.restless(limits.turns)) }
    }
  }

  /// Whether the run is over: no command runs and no job is ready, or there is a violation.
  ///
  /// Actions may still be scheduled, such as the next tick of a subscription.
  private func isAtRest(_ runtime: Runtime<AppModel>) -> Bool {
    scheduler.finding != nil || (!scheduler.isReady && runtime.runningCommands().isEmpty)
  }

  private func take(_ turn: Choices<Scheduler.Job>.Turn, _ send: () -> Void) {
    switch turn {
    case .job(let job): scheduler.run(job)
    case .serialJob(let job): scheduler.run(job, on: scheduler.serial)
    case .message: send()
    }
  }

  private func checkEnd(_ runtime: Runtime<AppModel>) {
    // Before the invariants, because a command that has not ended may be the reason why one does
    // not hold yet. A command that began within the extra time, such as after a tick, did not have
    // enough time to end.
    let canGoOn = scheduler.isWaitingForTime
    let pending = runtime.runningCommands(startedBefore: canGoOn ? extraTime : nil)
    if !pending.isEmpty && !limits.allowsPending {
      scheduler.note(.pending(pending, canGoOn: canGoOn))
    }
    check(app.finalInvariants, runtime.model, "at the end", isFinal: true)
  }

  /// Runs all tasks to their ends, so that none of them is resumed in the run of the next seed.
  private func runRest() {
    var turns = 0
    while turns < limits.turns, let decision = scheduler.nextAtTheEnd() {
      turns += 1
      take(decision.turn) {}
    }
  }

  // MARK: Observing the runtime

  private var surroundings: RuntimeSurroundings<AppModel> {
    let scheduler = scheduler
    let allowed = limits.allowedIssues
    // An app must work in both cases: messages handled before `dispatch` returns, and later.
    let seed = seed
    let execution =
      scheduler.choose(below: 2, of: seed) == 0 ? .caller : Execution.serial(scheduler.serial)
    return RuntimeSurroundings(
      interceptor: interceptor,
      clock: SimulationClock(scheduler, seed),
      execution: execution.watched { envelope in
        scheduler.isHere(envelope.map(sent) ?? "something was sent to the runtime", of: seed)
      } silenced: { file, line in
        let what = "an event of a subscription that had stopped was sent"
        _ = scheduler.isHere("\(what) (\(file):\(line))", of: seed)
      },
      taskExecutor: scheduler.tasks, history: history,
      issues: IssueHandler { issue in
        if !allowed.contains(issue.kind) { scheduler.note(.issue(issue)) }
      })
  }

  private var interceptor: Interceptor<AppModel> {
    // Only a recorded run shows the model, and must show it as it was at the violation.
    let before: @Sendable (Envelope, AppModel) -> Interception = { self.handling($1) }
    return Interceptor(
      before: trace.isRecorded ? before : nil,
      after: { envelope, model, _ in self.handled(envelope, model) })
  }

  private func handling(_ model: AppModel) -> Interception {
    if modelAtFailure == nil && scheduler.finding != nil { modelAtFailure = model }
    return .handle
  }

  private func handled(_ envelope: Envelope, _ model: AppModel) {
    guard modelAtFailure == nil else { return }
    trace.add(
      envelope, label: labels.number(of: envelope.message), at: scheduler.now, model: model)
    check(app.invariants, model, "after message \(envelope.number)")
  }

  private func check(
    _ invariants: [Simulated<AppModel>.Invariant], _ model: AppModel,
    _ moment: @autoclosure () -> String, isFinal: Bool = false
  ) {
    for invariant in invariants where !invariant.holds(model) {
      modelAtFailure = model
      return scheduler.note(.invariant(invariant.name, moment(), isFinal: isFinal))
    }
  }
}

/// Returns the lines that show a model, one for each property.
private func modelLines(_ model: any Model) -> [String] {
  let mirror = Mirror(reflecting: model)
  guard mirror.displayStyle == .struct, !mirror.children.isEmpty else {
    return [shortened(sourceText(of: model, namesType: true, limit: 1_000))]
  }
  return mirror.children.map { name, value in
    "." + (name ?? "?") + ": " + shortened(sourceText(of: value, limit: 1_000))
  }
}

private func sent(_ envelope: Envelope) -> String {
  "the message \(ValueName(envelope.message).fullName) was sent by \(envelope.origin)"
    + " (\(envelope.file):\(envelope.line))"
}
