import KatanaRuntime
import KatanaTesting

/// What happens, with the time, from any thread.
final class EventLog: Sendable {
  private let clock: any RuntimeClock
  private let recorded = Locked<[Event]>([])

  init(clock: any RuntimeClock) { self.clock = clock }

  func note(_ what: Event.What) {
    let event = Event(time: Int(clock.now / .milliseconds(1)), what: what)
    recorded.withLock { $0.append(event) }
  }

  var events: [Event] { recorded.withLock { $0 } }
}

/// Performs a script with callbacks of the clock, long after it has returned.
struct ScriptedInterpreter: CommandInterpreter {
  let log: EventLog

  func interpret(_ command: Scripted, dispatch: Dispatcher) {
    let performance = Performance(command.script, dispatch)
    log.note(.started(command.script.name))
    dispatch.onCancel { [log] in
      log.note(.cancelled(command.script.name))
      if !command.script.ignoresCancellation { performance.end() }
    }
    performance.pause()
  }
}

/// A script on its way; it keeps the dispatcher until its end.
private final class Performance: Sendable {
  private let script: Expression.Script
  private let state: Locked<(dispatch: Dispatcher?, position: Int)>

  init(_ script: Expression.Script, _ dispatch: Dispatcher) {
    self.script = script
    self.state = Locked((dispatch, 0))
  }

  func pause() {
    let (dispatch, position) = state.withLock { $0 }
    guard let dispatch else { return }
    guard position < script.pauses.count else {
      script.answer(dispatch)
      return script.ending == .never ? () : end()
    }
    let pause = script.pauses[position]
    if pause == 0 { return speak() }
    dispatch.clock.schedule(after: .milliseconds(pause)) { self.speak() }
  }

  private func speak() {
    let (dispatch, position) = state.withLock { state in
      state.position += 1
      return state
    }
    dispatch?(Heard.word("\(script.name).\(position)"))
    pause()
  }

  func end() { state.withLock { $0.dispatch = nil } }
}

extension Expression.Script {
  /// Says that the command has failed, if that is how the script ends.
  fileprivate func answer(_ dispatch: Dispatcher) {
    guard case .answersCode(let code) = ending else { return }
    dispatch.failed(WorkFailure(code: code), otherwise: Heard.word("\(name).error"))
  }
}

/// Performs a script in a task.
struct ScriptedAsyncInterpreter: AsyncCommandInterpreter {
  let log: EventLog

  func interpret(_ command: ScriptedAsync, dispatch: Dispatcher) async throws {
    let script = command.script
    log.note(.started(script.name))
    dispatch.onCancel { [log] in log.note(.cancelled(script.name)) }
    for (index, pause) in script.pauses.enumerated() {
      if pause > 0 { try await sleep(pause, script, dispatch.clock) }
      dispatch(Heard.word("\(script.name).\(index + 1)"))
    }
    switch script.ending {
    case .finishes: break
    case .throwsCode(let code): throw WorkFailure(code: code)
    case .answersCode: script.answer(dispatch)
    case .never: try await sleep(1_000_000, script, dispatch.clock)
    }
  }

  private func sleep(
    _ time: Int, _ script: Expression.Script, _ clock: any RuntimeClock
  ) async throws {
    if !script.ignoresCancellation { return try await clock.sleep(for: .milliseconds(time)) }
    await withCheckedContinuation { continuation in
      _ = clock.schedule(after: .milliseconds(time)) { continuation.resume() }
    }
  }
}
