public import Katana

/// Sends one message, after it has been declared for a time.
///
/// ```swift
/// if let toast = model.toast {
///   subscriptions.append(After(.seconds(4), id: toast.id, reply(.toastExpired)))
/// }
/// ```
///
/// If the model stops declaring it earlier, no message is sent. After its message the subscription
/// sends nothing more. To start it again, declare it with another `id` or another delay.
///
/// Use this if the model decides how long the wait continues. To delay a command, use
/// `.delayed(by:)`. Run by the interpreters of `.time()`, by the runtime's clock.
public struct After: Subscription {
  /// The time from the start of the subscription to the message.
  package var delay: Duration
  /// The id, which tells this subscription from others with the same delay.
  package var key: EffectID
  /// The reply, which makes the message.
  public var reply: Reply<Void>

  /// Creates a subscription that sends one message.
  ///
  /// - Parameters:
  ///   - delay: The time from the start of the subscription to the message. If it is not positive,
  ///     the message is sent at once.
  ///   - id: The id of the subscription. With a new `id`, the time starts again.
  ///   - reply: Makes the message.
  public init(_ delay: Duration, id: some Hashable & Sendable, _ reply: Reply<Void>) {
    self.delay = delay
    self.key = EffectID(id)
    self.reply = reply
  }
}
