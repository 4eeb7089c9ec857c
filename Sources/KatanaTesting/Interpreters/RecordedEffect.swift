import Katana
import KatanaRuntime

/// The empty model of a runtime that only records messages.
struct Recorded: Model {}

/// The messages that arrived at a recorder, in order.
struct Arrivals {
  var messages: [any Message] = []
  /// The number of messages that the test has taken.
  var taken = 0

  mutating func take() -> (any Message)? {
    guard taken < messages.count else { return nil }
    taken += 1
    return messages[taken - 1]
  }
}

/// An interpreter that runs in a runtime of its own; its messages arrive at a recorder.
final class RecordedEffect: Sendable {
  struct State {
    /// Whether the test has called `stop()` or `cancel()`.
    var isStopped = false
    /// Whether messages that are handled now were sent after that call.
    var isLate = false
    var late: [any Message] = []
    var hasReturned = false
    var error: (any Error)?
    /// Whether the error was reported or returned to the test.
    var isErrorSeen = false
    /// Whether the interpreter can send nothing more, and all that it sent has arrived.
    var isOver = false
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
      let isLate = state.update { state in
        if state.isLate { state.late.append(envelope.message) }
        return state.isLate
      }
      if !isLate { arrivals.update { $0.messages.append(envelope.message) } }
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
    do {
      runtime = try Runtime(
        Program(model: Recorded(), FunctionUpdater(takes: .all) { model, _ in (model, []) }),
        interpreters: interpreters, options: options)
    } catch {
      preconditionFailure("one interpreter, registered with a predicate, is always wired")
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

  /// Records all messages that are sent from now on as late.
  ///
  /// - Returns: Whether this was the first call.
  func stop() -> Bool {
    let isFirst = state.update { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    // In order with the messages, so that an earlier message is never recorded as late.
    runtime.inOrder { [state] in state.update { $0.isLate = true } }
    return isFirst
  }
}
