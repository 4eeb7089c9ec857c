public import Katana
public import KatanaRuntime

/// Takes the place of a runtime in the test of one interpreter: keeps what is dispatched, in order.
///
/// ```swift
/// let recorder = RecordingDispatcher()
/// LogInInterpreter(api: api).interpret(.logIn, dispatch: recorder.dispatch)
/// #expect(await recorder.next(as: LoginMessage.self) == .finished)
/// ```
public final class RecordingDispatcher: Sendable {
  private struct Recorded: Model {}

  private struct State {
    var messages: [any Message] = []
    var taken = 0
    var waiting: [CheckedContinuation<any Message, Never>] = []
  }

  private let state = Locked(State())
  private let runtime: Runtime<Recorded>

  /// A recorder whose dispatchers offer a clock; a manual one unless you say otherwise.
  public init(clock: any RuntimeClock = ManualClock()) {
    let state = state
    let record = Interceptor<Recorded>(before: { envelope, _ in
      let waiting = state.withLock { state -> CheckedContinuation<any Message, Never>? in
        state.messages.append(envelope.message)
        guard !state.waiting.isEmpty else { return nil }
        state.taken += 1
        return state.waiting.removeFirst()
      }
      waiting?.resume(returning: envelope.message)
      return .handle
    })
    do {
      runtime = try Runtime(
        model: Recorded(), updater: FunctionUpdater { model, _ in (model, []) },
        interceptors: [record], clock: clock)
    } catch {
      preconditionFailure("a runtime without interpreters is always wired")
    }
    runtime.start()
  }

  deinit { runtime.requestShutdown() }

  /// What to give to a command interpreter.
  public var dispatch: Dispatcher { runtime.dispatcher }

  /// What to give to the interpreter of a subscription.
  public func dispatch<Sub: Subscription>(for subscription: Sub) -> SubscriptionDispatcher<Sub> {
    SubscriptionDispatcher(runtime.dispatcher, declaring: subscription)
  }

  /// Everything dispatched so far, in order.
  public var messages: [any Message] { state.withLock { $0.messages } }

  /// The next message that no call of this has returned yet; waits for it.
  public func next() async -> any Message {
    await withCheckedContinuation { continuation in
      let message = state.withLock { state -> (any Message)? in
        guard state.taken < state.messages.count else {
          state.waiting.append(continuation)
          return nil
        }
        state.taken += 1
        return state.messages[state.taken - 1]
      }
      if let message { continuation.resume(returning: message) }
    }
  }

  /// The next message, as a type; `nil` if it is of another type.
  public func next<M: Message>(as type: M.Type) async -> M? { await next() as? M }
}
