import Katana
import KatanaRuntime

/// The interpreter that an `Interpreter` creates for a subscription under test; see
/// ``RecordingDispatcher``.
final class RegisteredInterpreter<Sub: Subscription>: SubscriptionInterpreter {
  private let running: (any SubscriptionInterpreter)?

  init(_ running: (any SubscriptionInterpreter)?) { self.running = running }

  /// Starts the interpreter.
  func start() { running?.start() }

  /// Stops the interpreter.
  func stop() { running?.stop() }

  /// Passes a new value to the interpreter, and returns whether it accepted it.
  func update(to subscription: Sub) -> Bool {
    func update<I: SubscriptionInterpreter>(_ running: I) -> Bool {
      (subscription as? I.Sub).map(running.update) ?? false
    }
    return running.map { update($0) } ?? false
  }
}
