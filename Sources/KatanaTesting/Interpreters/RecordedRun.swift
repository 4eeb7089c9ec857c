public import Katana
import KatanaRuntime

/// A command that an interpreter performs for a test; see ``RecordingDispatcher``.
public final class RecordedRun: Sendable {
  let effect: RecordedEffect
  /// Kept, since interpreters hold it weakly, and it fails the test for errors that nobody has
  /// heard of.
  private let recorder: RecordingDispatcher
  private var clock: ManualClock? { recorder.clock as? ManualClock }

  init(_ effect: RecordedEffect, _ recorder: RecordingDispatcher) {
    self.effect = effect
    self.recorder = recorder
  }

  /// What was sent after ``cancel()``, so far. An app never gets these messages: the runtime drops
  /// and counts them. So an interpreter may send them.
  public var lateMessages: [any Message] { effect.state.read(\.late) }

  /// Cancels the command as a runtime would: the task of an async interpreter is cancelled, what
  /// was given to `onCancel` is called, and what is sent from now on does not arrive.
  public func cancel() {
    if effect.stop() { effect.runtime.tellOfCancellation() }
  }

  /// Waits until nothing can arrive any more: the interpreter has returned, and the last copy of
  /// its dispatcher is gone. Fails the test if it threw an error, unless it was cancelled.
  ///
  /// - Parameter limit: How long to wait, in real time; then the test fails.
  public func ended(
    within limit: Duration = .seconds(10), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line
  ) async {
    let place = TestPlace(fileID: fileID, filePath: filePath, line: line)
    guard await isOver(within: limit, place) else { return }
    if let error = effect.takeUnseenError() { place.fail(RunTexts.threw(effect.name, error)) }
  }

  /// Waits as ``ended(within:fileID:filePath:line:)`` does, and fails the test unless the
  /// interpreter threw an error of a type.
  ///
  /// - Parameter limit: How long to wait, in real time; then the test fails.
  /// - Returns: The error; `nil` after a failure.
  @discardableResult
  public func ended<E: Error>(
    throwing type: E.Type, within limit: Duration = .seconds(10),
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
    place.fail(
      hasReturned
        ? RunTexts.held(effect.name, limit, clock)
        : RunTexts.notReturned(effect.name, isCancelled: isCancelled, limit, clock))
    return false
  }
}
