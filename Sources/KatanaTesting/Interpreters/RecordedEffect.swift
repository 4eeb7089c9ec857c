import Katana
import KatanaRuntime

/// The empty model of a runtime that only records messages.
struct Recorded: Model {}

/// The messages that arrived at a recorder, in order.
struct Arrivals {
  var messages: [any Message] = []
  /// The number of messages that the test has taken.
  var taken = 0
  /// The number of messages of which the test knows: it has taken or read them, or they were a failure.
  var known = 0

  mutating func take() -> (any Message)? {
    guard taken < messages.count else { return nil }
    taken += 1
    known = max(known, taken)
    return messages[taken - 1]
  }
}

/// An interpreter that runs in a runtime of its own; its messages arrive at a recorder.
final class RecordedEffect: Sendable {
  struct State {
    /// Whether the test has called `stop()` or `cancel()`.
    var isStopped = false
    /// When messages that are handled now were sent.
    var phase = Phase.running
    /// The thread that is calling `stop()` of the interpreter; 0 at all other times.
    var stopThread: UInt = 0
    var late: [any Message] = []
    /// Whether the interpreter has returned; `nil` if that is not known.
    var hasReturned: Bool? = false
    var error: (any Error)?
    /// Whether the error was reported or returned to the test.
    var isErrorSeen = false
    /// Whether the interpreter can send nothing more, and all that it sent has arrived.
    var isOver = false
  }

  enum Phase: Equatable {
    case running
    /// `stop()` of the interpreter is running. Messages of other threads are dropped: an interpreter
    /// cannot know that it is stopped before its `stop()` has done its work.
    case stopping
    /// `stop()` has returned, or the run was cancelled.
    case over
  }

  /// The name of the command or of the subscription, for failures.
  let name: String
  let isSubscription: Bool
  /// The place where the test started the interpreter.
  let place: TestPlace?
  let state: Awaited<State>
  let runtime: Runtime<Recorded>

  init(
    _ name: String, isSubscription: Bool = false, interpreters: [Interpreter] = [],
    state: Awaited<State> = Awaited(State()), arrivals: Awaited<Arrivals>,
    clock: any RuntimeClock, place: TestPlace? = nil
  ) {
    let record = Interceptor<Recorded>(before: { envelope, _ in
      let phase = state.update { state in
        let isOfStop = state.phase == .stopping && state.stopThread == currentThread
        if isOfStop || state.phase == .over { state.late.append(envelope.message) }
        return state.phase
      }
      if phase == .running { arrivals.update { $0.messages.append(envelope.message) } }
      return .handle
    })
    self.name = name
    self.isSubscription = isSubscription
    self.place = place
    self.state = state
    var options = RuntimeOptions<Recorded>(
      interceptors: [record], clock: clock,
      issues: place.map { Self.issues(state, $0) } ?? .standardError)
    options.takesEveryAddress = true
    let program = Program(
      model: Recorded(), FunctionUpdater(takes: .all) { model, _ in (model, []) })
    do {
      runtime = try Runtime(program, interpreters: interpreters, options: options)
    } catch {
      place?.fail("\(error)")
      // Nothing more is to be said of the run, which has no interpreter.
      options.issues = IssueHandler { _ in }
      guard let empty = try? Runtime(program, options: options) else {
        preconditionFailure("a runtime without interpreters needs none")
      }
      runtime = empty
    }
    runtime.start()
  }

  deinit { runtime.requestShutdown() }

  /// Keeps the first error for `ended`; all other issues fail the test.
  private static func issues(_ state: Awaited<State>, _ place: TestPlace) -> IssueHandler {
    IssueHandler { issue in
      let isFirst = state.update { state in
        guard let error = issue.error, state.error == nil else { return false }
        state.error = error
        return true
      }
      if !isFirst { place.fail(issue.detailedText) }
    }
  }

  var isRunningSubscription: Bool { isSubscription && !state.read(\.isStopped) }

  /// Returns the error that the interpreter threw, on the first call only, and unless it was
  /// cancelled.
  func takeUnseenError() -> (any Error)? {
    state.update { state in
      guard let error = state.error, !state.isErrorSeen, !state.isStopped else { return nil }
      state.isErrorSeen = true
      return error
    }
  }

  /// Begins the end. Messages that are sent from now on do not arrive.
  ///
  /// - Parameter phase: The phase that begins, ``Phase/stopping`` or ``Phase/over``.
  /// - Returns: Whether this was the first call.
  func stop(_ phase: Phase) -> Bool {
    let isFirst = state.update { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    if isFirst { enter(phase) }
    return isFirst
  }

  /// Calls `stop()` of the interpreter, after ``stop(_:)``.
  func callStop(_ body: () -> Void) {
    state.update { $0.stopThread = currentThread }
    body()
    state.update { $0.stopThread = 0 }
    enter(.over)
  }

  /// Begins a phase in order with the messages, so that an earlier message does not belong to it.
  func enter(_ phase: Phase) { runtime.inOrder { [state] in state.update { $0.phase = phase } } }
}
