public import Katana
public import KatanaRuntime

/// A subscription that an interpreter runs for a test; see ``RecordingDispatcher``.
///
/// Holds the interpreter until ``stop()``, as the runtime does. Use it from one thread at a time.
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

  /// What was sent in or after ``stop()``, so far. An app never gets these messages.
  public var lateMessages: [any Message] { effect.state.read(\.late) }

  /// Declares a new value under the same id, as the next step of an app would: one that is equal,
  /// or differs in replies only (with an `id` that they are no part of), is taken as it is; for
  /// another one the interpreter is asked.
  ///
  /// - Returns: Whether the new value runs. If not, the old one does; a runtime would stop this
  ///   interpreter and start a new one.
  public func update(
    to subscription: I.Sub, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line
  ) -> Bool {
    let (old, place) = (declared.value, TestPlace(fileID: fileID, filePath: filePath, line: line))
    guard let interpreter else {
      place.fail(SubscriptionTexts.updatedAfterStop(effect.name))
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

  /// Stops the interpreter as a runtime would when the subscription is no longer declared, and lets
  /// it go. What is sent from now on, `stop()` included, does not arrive, not even
  /// from another thread that was about to send. Calling it again does nothing.
  public func stop() {
    guard effect.stop() else { return }
    interpreter?.stop()
    interpreter = nil
  }

  /// Proves that nothing is sent after ``stop()``, and that nothing can be, because the last copy
  /// of the dispatcher is gone; else the test fails.
  ///
  /// On the way a manual clock is advanced through everything that is still scheduled, so that a
  /// forgotten timer shows itself; not while other subscriptions of this recorder run.
  ///
  /// - Parameter limit: How long to wait for the dispatcher's end, in real time.
  public nonisolated(nonsending) func ended(
    within limit: Duration = .seconds(10), fileID: StaticString = #fileID,
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

  /// Advances through what is scheduled; not further than to a late message, which is proof enough.
  private func reachesEnd(of clock: ManualClock) -> Bool {
    for _ in 0..<Self.actionLimit {
      if !lateMessages.isEmpty || !clock.callNext() { return true }
    }
    return false
  }
}
