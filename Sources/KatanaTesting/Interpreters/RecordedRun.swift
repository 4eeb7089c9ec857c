public import Katana
import KatanaRuntime

/// One run of a command by an interpreter under test; ``RecordingDispatcher`` starts it.
public final class RecordedRun: Sendable {
  let effect: RecordedEffect
  /// Retained, because interpreters hold the recorder weakly, and because its deinitialiser reports
  /// errors that the test has not seen.
  private let recorder: RecordingDispatcher
  private var clock: ManualClock? { recorder.clock as? ManualClock }

  init(_ effect: RecordedEffect, _ recorder: RecordingDispatcher) {
    self.effect = effect
    self.recorder = recorder
  }

  /// The messages that were sent after ``cancel()``, so far.
  ///
  /// An interpreter may send them: a runtime drops and counts them, so they never reach an app.
  public var lateMessages: [any Message] { effect.state.read(\.late) }

  /// Cancels the command as a runtime would.
  ///
  /// The task of an async interpreter is cancelled, and the closures that were passed to `onCancel`
  /// are called. Messages that are sent from now on are added to ``lateMessages`` and do not arrive
  /// at the recorder. Calling this again has no effect.
  public func cancel() {
    if effect.stop(.over) { effect.runtime.tellOfCancellation() }
  }

  /// Waits until the run has ended: the interpreter has returned, and the last copy of its
  /// dispatcher is released. After that, no message can arrive.
  ///
  /// Fails the test if the interpreter threw an error, unless the run was cancelled.
  ///
  /// - Parameter limit: The longest time to wait, in real time; then the test fails.
  public func ended(
    within limit: Duration = .seconds(60), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard await isOver(within: limit, place) else { return }
    if let error = effect.takeUnseenError() { place.fail(RunTexts.threw(effect.name, error)) }
  }

  /// Waits as ``ended(within:fileID:filePath:line:)`` does, and fails the test unless the
  /// interpreter threw an error of a type.
  ///
  /// - Parameters:
  ///   - type: The type of the expected error.
  ///   - limit: The longest time to wait, in real time; then the test fails.
  /// - Returns: The error; `nil` after a failure.
  @discardableResult
  public func ended<E: Error>(
    throwing type: E.Type, within limit: Duration = .seconds(60),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
  ) async -> E? {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard await isOver(within: limit, place) else { return nil }
    let error = effect.state.read(\.error)
    _ = effect.takeUnseenError()
    if let error = error as? E { return error }
    place.fail(RunTexts.didNotThrow(effect.name, "\(type)", error))
    return nil
  }

  private func isOver(within limit: Duration, _ place: TestPlace) async -> Bool {
    if await effect.state.first(within: limit, where: { $0.isOver ? true : nil }) != nil {
      return true
    }
    let (hasReturned, isCancelled) = effect.state.read { ($0.hasReturned, $0.isStopped) }
    let text =
      switch hasReturned {
      case true?: RunTexts.held(effect.name, limit, clock)
      case false?: RunTexts.notReturned(effect.name, isCancelled: isCancelled, limit, clock)
      case nil: RunTexts.notEnded(effect.name, isCancelled: isCancelled, limit, clock)
      }
    place.fail(text)
    return false
  }
}
