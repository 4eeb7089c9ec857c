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
/// A message that arrives, and that the test has neither taken nor read by its end, fails the test.
///
/// Keep the recorder until the end of the test: interpreters hold it weakly, as they do a runtime.
public final class RecordingDispatcher: Sendable {
  let arrivals = Awaited(Arrivals())
  let clock: any RuntimeClock
  private let outside: RecordedEffect
  private let place: TestPlace
  private let isExhaustive: Bool
  private let effects = Locked<[RecordedEffect]>([])

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - clock: The clock that the interpreters find in their dispatchers.
  ///   - exhaustive: Whether a message that the test has neither taken nor read fails it. Not for
  ///     events of the system, such as changed files, of which more may come than a test knows.
  ///   - fileID: The file in which a failure at the end is shown; the caller's by default.
  ///   - filePath: The path of this file; the caller's by default.
  ///   - line: The line at which a failure at the end is shown; the caller's by default.
  public init(
    clock: any RuntimeClock = ManualClock(), exhaustive: Bool = true,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) {
    (self.clock, isExhaustive) = (clock, exhaustive)
    place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    outside = RecordedEffect("the test", arrivals: arrivals, clock: clock)
  }

  /// Fails the test for messages that the test has neither taken nor read, and for each error of an
  /// interpreter that it has not seen, at the place where the interpreter was started.
  deinit {
    let rest = arrivals.read { Array($0.messages.dropFirst($0.known)) }
    if isExhaustive, !rest.isEmpty { place.fail(RecordingTexts.notTaken(rest)) }
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
  public var messages: [any Message] {
    arrivals.update { arrivals in
      arrivals.known = arrivals.messages.count
      return arrivals.messages
    }
  }

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
