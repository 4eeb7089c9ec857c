import Katana
import KatanaRuntime

/// The model of a runtime that only records.
struct Recorded: Model {}

/// What arrived at a recorder, in order.
struct Arrivals {
  var messages: [any Message] = []
  /// How many of them the test has taken.
  var taken = 0

  mutating func take() -> (any Message)? {
    guard taken < messages.count else { return nil }
    taken += 1
    return messages[taken - 1]
  }
}

/// One interpreter at work, in a runtime of its own, whose messages arrive at a recorder.
final class RecordedEffect: Sendable {
  struct State {
    /// Whether the test has called `stop()` or `cancel()`.
    var isStopped = false
    /// Whether messages handled now come after that.
    var isLate = false
    var late: [any Message] = []
    var hasReturned = false
    var error: (any Error)?
    /// Whether the test has heard of the error.
    var isErrorSeen = false
    /// Nothing can send any more, and all that was sent has arrived.
    var isOver = false
  }

  /// The command or the subscription, for failures.
  let name: String
  let isSubscription: Bool
  /// Where the test has started it.
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

  /// Errors are for `ended`; all other issues fail the test.
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

  /// The error that the interpreter threw, once, unless it was cancelled.
  func takeUnseenError() -> (any Error)? {
    state.update { state in
      guard let error = state.error, !state.isErrorSeen, !state.isStopped else { return nil }
      state.isErrorSeen = true
      return error
    }
  }

  /// Counts as late what is sent from now on.
  ///
  /// - Returns: Whether this was the first call.
  func stop() -> Bool {
    let isFirst = state.update { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    // In order with the messages, so that one sent before is never taken for a late one.
    runtime.inOrder { [state] in state.update { $0.isLate = true } }
    return isFirst
  }
}
