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

  /// Sends a message that says how many events there were since the last one that was handled.
  ///
  /// For subscriptions whose `buffering` lets a newer message replace
  /// the one that waits, where no event may be lost: the new message stands for the events of the
  /// one that it replaces too.
  ///
  /// ```swift
  /// dispatch(count: 1) { $0.reply(Clicks($1)) }
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of new events; at least 1.
  ///   - message: Makes the message from the newest declared value and the number of events. It may
  ///     be called more than once for one message.
  public func callAsFunction(
    count: Int, file: StaticString = #fileID, line: UInt = #line,
    _ message: (Sub, Int) -> any Message
  ) {
    precondition(count > 0, "a message stands for at least one event, not for \(count)")
    source.send(count: count, file: file, line: line) { subscription, count in
      guard let sub = subscription as? Sub else { preconditionFailure("instances share a type") }
      return message(sub, count)
    }
  }

  /// The clock of the runtime.
  public var clock: any RuntimeClock { source.core.clock }

  /// Starts a task where the runtime's tasks run, so that `explore` can order it.
  ///
  /// The interpreter cancels it in `stop()`. What it sends after that is not handled.
  public func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    guard let tasks = source.core.tasks else { return Task.detached(operation: operation) }
    return Task.detached(executorPreference: tasks, operation: operation)
  }
}
