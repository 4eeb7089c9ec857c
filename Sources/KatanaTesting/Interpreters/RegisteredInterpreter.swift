public import Katana
public import KatanaRuntime

/// The interpreter that an `Interpreter` makes for a subscription, in a test; see
/// ``RecordingDispatcher``.
public final class RegisteredInterpreter<Sub: Subscription>: SubscriptionInterpreter {
  private let running: (any SubscriptionInterpreter)?

  init(_ running: (any SubscriptionInterpreter)?) { self.running = running }

  /// Starts the interpreter.
  public func start() { running?.start() }

  /// Stops the interpreter.
  public func stop() { running?.stop() }

  /// Asks the interpreter to take a new value.
  public func update(to subscription: Sub) -> Bool {
    func update<I: SubscriptionInterpreter>(_ running: I) -> Bool {
      (subscription as? I.Sub).map(running.update) ?? false
    }
    return running.map { update($0) } ?? false
  }
}
