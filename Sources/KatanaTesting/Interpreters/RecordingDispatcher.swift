public import Katana
public import KatanaRuntime

/// Takes the place of a runtime in the test of one interpreter, and records the messages that the
/// interpreter sends, in order.
///
/// ```swift
/// let clock = ManualClock()
/// let recorder = RecordingDispatcher(clock: clock)
/// let run = recorder.run(UploadInterpreter(api: api), Upload(file))
/// await recorder.expect(UploadMessage.progressed(0.5))
/// run.cancel()
/// await run.ended()        // nothing can arrive any more
/// recorder.expectNoMore()  // nothing else has arrived
/// ```
///
/// Keep the recorder until the end of the test: interpreters hold it weakly, as they do a runtime.
public final class RecordingDispatcher: Sendable {
  let arrivals = Awaited(Arrivals())
  let clock: any RuntimeClock
  private let outside: RecordedEffect
  private let effects = Locked<[RecordedEffect]>([])

  /// Creates a recorder.
  ///
  /// - Parameter clock: The clock that the interpreters find in their dispatchers.
  public init(clock: any RuntimeClock = ManualClock()) {
    self.clock = clock
    outside = RecordedEffect("the test", arrivals: arrivals, clock: clock)
  }

  /// Fails the test for each error of an interpreter that the test has not seen, at the place where
  /// the interpreter was started.
  deinit {
    for effect in effects.withLock({ $0 }) {
      guard let error = effect.takeUnseenError() else { continue }
      effect.place?.fail(RunTexts.threw(effect.name, error))
    }
  }

  /// A dispatcher for a command interpreter that the test calls itself.
  public var dispatcher: Dispatcher { outside.runtime.dispatcher }

  /// Returns a dispatcher for a subscription interpreter that the test calls itself.
  public func subscriptionDispatcher<Sub: Subscription>(
    for subscription: Sub
  ) -> SubscriptionDispatcher<Sub> {
    LoneSubscription(subscription, sendingTo: dispatcher).dispatcher()
  }

  /// The messages that arrived so far, in order, without those sent after `cancel()` or `stop()`.
  public var messages: [any Message] { arrivals.read(\.messages) }

  /// The messages that were sent after `cancel()` or `stop()` so far, from all interpreters.
  var lateMessages: [any Message] {
    effects.withLock { $0 }.flatMap { $0.state.read(\.late) }
  }

  /// Returns the errors that the test has not seen, each once, without those of cancelled runs.
  func unseenErrors() -> [(name: String, error: any Error)] {
    effects.withLock { $0 }.compactMap { effect in
      effect.takeUnseenError().map { (effect.name, $0) }
    }
  }

  /// The names of the commands and subscriptions that have ended: they can send nothing more.
  var ended: [String] {
    effects.withLock { $0 }.filter { $0.state.read(\.isOver) }.map(\.name)
  }

  /// The errors of all interpreters so far, to explain why no message arrives.
  var errors: [(name: String, error: any Error)] {
    effects.withLock { $0 }.compactMap { effect in
      effect.state.read(\.error).map { (effect.name, $0) }
    }
  }

  var hasRunningSubscription: Bool {
    effects.withLock { $0 }.contains(where: \.isRunningSubscription)
  }

  /// Creates a runtime for one interpreter, whose issues fail the test at the given place.
  func effect(
    _ name: String, isSubscription: Bool = false, interpreters: [Interpreter] = [],
    state: Awaited<RecordedEffect.State> = Awaited(RecordedEffect.State()), place: TestPlace
  ) -> RecordedEffect {
    let effect = RecordedEffect(
      name, isSubscription: isSubscription, interpreters: interpreters, state: state,
      arrivals: arrivals, clock: clock, place: place)
    effects.withLock { $0.append(effect) }
    return effect
  }
}
