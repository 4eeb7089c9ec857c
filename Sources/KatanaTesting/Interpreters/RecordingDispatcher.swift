public import Katana
public import KatanaRuntime

/// Takes the place of a runtime in the test of one interpreter: keeps what is dispatched, in order.
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
/// Keep the recorder for as long as the test runs: interpreters hold it weakly, as a runtime.
public final class RecordingDispatcher: Sendable {
  let arrivals = Awaited(Arrivals())
  let clock: any RuntimeClock
  private let outside: RecordedEffect
  private let effects = Locked<[RecordedEffect]>([])

  /// A recorder whose dispatchers offer a clock; a manual one unless you say otherwise.
  public init(clock: any RuntimeClock = ManualClock()) {
    self.clock = clock
    outside = RecordedEffect("the test", arrivals: arrivals, clock: clock)
  }

  /// Fails the test for each error of an interpreter that it has not heard of, where it was
  /// started.
  deinit {
    for effect in effects.withLock({ $0 }) {
      guard let error = effect.takeUnseenError() else { continue }
      effect.place?.fail(RunTexts.threw(effect.name, error))
    }
  }

  /// What to give to a command interpreter that the test calls itself.
  public var dispatcher: Dispatcher { outside.runtime.dispatcher }

  /// What to give to the interpreter of a subscription that the test calls itself.
  public func subscriptionDispatcher<Sub: Subscription>(
    for subscription: Sub
  ) -> SubscriptionDispatcher<Sub> {
    LoneSubscription(subscription, sendingTo: dispatcher).dispatcher()
  }

  /// Everything that arrived so far, in order; without what was sent after `cancel()` or `stop()`.
  public var messages: [any Message] { arrivals.read(\.messages) }

  /// What came too late so far, from all interpreters.
  var lateMessages: [any Message] {
    effects.withLock { $0 }.flatMap { $0.state.read(\.late) }
  }

  /// The errors of interpreters that were not cancelled, and that the test has not heard of; once.
  func unseenErrors() -> [(name: String, error: any Error)] {
    effects.withLock { $0 }.compactMap { effect in
      effect.takeUnseenError().map { (effect.name, $0) }
    }
  }

  /// The names of those that can send nothing more.
  var ended: [String] {
    effects.withLock { $0 }.filter { $0.state.read(\.isOver) }.map(\.name)
  }

  /// The errors of interpreters so far, for a failure that says why nothing comes.
  var errors: [(name: String, error: any Error)] {
    effects.withLock { $0 }.compactMap { effect in
      effect.state.read(\.error).map { (effect.name, $0) }
    }
  }

  var hasRunningSubscription: Bool {
    effects.withLock { $0 }.contains(where: \.isRunningSubscription)
  }

  /// A runtime for one interpreter, whose issues fail the test at the place where it was started.
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
