public import Katana

/// Sends the messages of a running subscription.
///
/// May be copied, kept, and called from any thread. Ask it with a closure that makes the message
/// from the newest declared value, so that a reply that changed is used without a restart:
///
/// ```swift
/// dispatch { $0.reply(event) }
/// ```
///
/// Where several parts of the app declare the same subscription, the closure is called for each, in
/// declared order. After the step that removed the subscription, nothing it sends is handled.
public struct SubscriptionDispatcher<Sub: Subscription>: Sendable {
  let source: SubscriptionSource

  /// Sends the message that the newest declared value makes.
  public func callAsFunction(
    file: StaticString = #fileID, line: UInt = #line, _ message: (Sub) -> any Message
  ) {
    source.send(file: file, line: line) { subscription in
      guard let sub = subscription as? Sub else { preconditionFailure("instances share a type") }
      return message(sub)
    }
  }

  /// Sends a message that does not depend on the declared value.
  public func callAsFunction(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    source.send(file: file, line: line) { _ in message }
  }

  /// The clock of the runtime.
  public var clock: any RuntimeClock { source.core.clock }
}
