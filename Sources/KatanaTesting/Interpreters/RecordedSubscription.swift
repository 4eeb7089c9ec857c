public import Katana
public import KatanaRuntime

/// A subscription that an interpreter under test runs; ``RecordingDispatcher`` starts it.
///
/// It holds the interpreter until ``stop()``, as a runtime does. Use it from one thread at a time.
public final class RecordedSubscription<I: SubscriptionInterpreter> {
  private var interpreter: I?
  private var declared: LoneSubscription<I.Sub>
  private let effect: RecordedEffect
  private let recorder: RecordingDispatcher

  init(
    _ interpreter: I, _ declared: LoneSubscription<I.Sub>, _ effect: RecordedEffect,
    _ recorder: RecordingDispatcher
  ) {
    self.interpreter = interpreter
    self.declared = declared
    self.effect = effect
    self.recorder = recorder
  }

  /// The messages that were sent in or after ``stop()``, so far; they never reach an app.
  public var lateMessages: [any Message] { effect.state.read(\.late) }

  /// Declares a new value of the subscription, as the next step of an app would.
  ///
  /// A value that is equal, or that differs only in its replies, takes effect at once. For any
  /// other value, `update(to:)` of the interpreter is called. Fails the test after ``stop()``, and
  /// for a value with another `id` or an object of another class.
  ///
  /// - Returns: Whether the new value is in effect. If not, the old one still is; a runtime would
  ///   stop this interpreter and start a new one.
  public func update(
    to subscription: I.Sub, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) -> Bool {
    let (old, place) = (declared.value, TestPlace(fileID: fileID, filePath: filePath, line: line))
    guard let interpreter else {
      place.fail(SubscriptionTexts.updatedAfterStop(effect.name))
      return false
    }
    guard type(of: subscription) == type(of: old) else {
      place.fail(
        SubscriptionTexts.otherClass(effect.name, old: type(of: old), new: type(of: subscription)))
      return false
    }
    guard subscription.id == old.id else {
      place.fail(SubscriptionTexts.otherID(effect.name, old: old.id, new: subscription.id))
      return false
    }
    declared.declare(subscription)
    if areEqual(old, subscription) || areEqualApartFromReplies(old, subscription) { return true }
    let isAccepted = interpreter.update(to: subscription)
    if !isAccepted { declared.declare(old) }
    return isAccepted
  }

  /// Stops and releases the interpreter, as a runtime does when the subscription is no longer
  /// declared.
  ///
  /// Messages that are sent from now on do not arrive at the recorder. Those that `stop()` of the
  /// interpreter itself sends, and those that are sent after it has returned, are added to
  /// ``lateMessages``. What other threads send while it runs is dropped. Calling this again has no
  /// effect.
  public func stop() {
    guard effect.stop(.stopping) else { return }
    effect.callStop {
      interpreter?.stop()
      interpreter = nil
    }
  }

  /// Waits until the last copy of the dispatcher is released, and fails the test if the interpreter
  /// sent a message in or after ``stop()``.
  ///
  /// Call ``stop()`` first. If the clock of the recorder is a ``ManualClock``, it is advanced
  /// through all scheduled actions, so that a forgotten timer fires. It is not advanced while
  /// other subscriptions of this recorder are running.
  ///
  /// - Parameter limit: The longest time to wait for the release, in real time; then the test
  ///   fails.
  public nonisolated(nonsending) func ended(
    within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard interpreter == nil else { return place.fail(SubscriptionTexts.notStopped(effect.name)) }
    let clock = recorder.clock as? ManualClock
    if let clock, !recorder.hasRunningSubscription, !reachesEnd(of: clock) {
      return place.fail(SubscriptionTexts.goesOn(effect.name, actions: Self.actionLimit, clock))
    }
    _ = await effect.state.first(within: limit) { $0.isOver || !$0.late.isEmpty ? true : nil }
    let (isOver, late) = effect.state.read { ($0.isOver, $0.late) }
    if !late.isEmpty {
      place.fail(SubscriptionTexts.sentLate(effect.name, late))
    } else if !isOver {
      place.fail(SubscriptionTexts.held(effect.name, limit, clock))
    }
  }

  private static var actionLimit: Int { 10_000 }

  /// Advances through the scheduled actions, up to the first late message, which is a failure.
  ///
  /// - Returns: Whether no action is scheduled any more, or a message was late.
  private func reachesEnd(of clock: ManualClock) -> Bool {
    for _ in 0..<Self.actionLimit {
      if !lateMessages.isEmpty || !clock.callNext() { return true }
    }
    return false
  }
}
