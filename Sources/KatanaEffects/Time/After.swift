public import Katana

/// Sends one message when it has been declared for a time.
///
/// ```swift
/// if let toast = model.toast {
///   subscriptions.append(After(.seconds(4), id: toast.id, Reply(AppMessage.toastExpired)))
/// }
/// ```
///
/// It sends nothing if the model stops declaring it before. After its message it stays silent until
/// it is declared with another `id` or another delay, which starts it again.
///
/// A command is delayed by `.delayed(by:)`; use this where the model decides how long the wait
/// goes on. Run by the interpreters of `.time()`, by the runtime's clock.
public struct After: Subscription {
  /// The time from the start of the subscription to the message.
  public var delay: Duration
  /// What tells this wait from others with the same delay.
  public var key: EffectID
  /// Makes the message.
  public var reply: Reply<Void>

  /// Creates a subscription that sends one message.
  ///
  /// - Parameters:
  ///   - delay: The time from the start of the subscription to the message; at once if it is not
  ///     positive.
  ///   - id: What tells this wait from others. With a new `id` the time begins again.
  ///   - reply: Makes the message.
  public init(_ delay: Duration, id: some Hashable & Sendable, _ reply: Reply<Void>) {
    self.delay = delay
    self.key = EffectID(id)
    self.reply = reply
  }
}
