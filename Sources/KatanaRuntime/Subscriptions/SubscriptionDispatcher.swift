public import Katana

/// Sends the messages of a running subscription.
///
/// It may be copied, kept, and called from any thread. Its functions create the message from the
/// newest declared value, so that a changed reply is used without a restart:
///
/// ```swift
/// dispatch.answer(\.reply, with: event)
/// dispatch { $0.wantsNumbers ? Numbered(event) : Plain(event) }
/// ```
///
/// If several parts of the app declare the same subscription, the closure is called for each of
/// them, in declared order. After the step that removed the subscription, none of its messages is
/// handled.
public struct SubscriptionDispatcher<Sub: Subscription>: Sendable {
  let source: SubscriptionSource

  /// Sends the message that a closure creates from the newest declared value.
  ///
  /// - Parameters:
  ///   - file: The file that sends the message.
  ///   - line: The line that sends the message.
  ///   - message: Creates the message. It is called on this thread, once for each declaration, and
  ///     not at all if the subscription is no longer declared.
  public func callAsFunction(
    file: StaticString = #fileID, line: UInt = #line, _ message: (Sub) -> any Message
  ) {
    source.send(file: file, line: line) { subscription, _ in
      Send(message(Self.sub(in: subscription)), file: file, line: line)
    }
  }

  /// Sends the message that a reply of the newest declared value makes from an event.
  ///
  /// The history shows the place where the reply was made as the origin of the message.
  ///
  /// - Parameters:
  ///   - reply: Returns the reply, such as `\.reply`. It is called on this thread, once for each
  ///     declaration, and not at all if the subscription is no longer declared.
  ///   - event: The value that the reply turns into a message.
  ///   - file: The file that sends the event.
  ///   - line: The line that sends the event.
  public func answer<Event>(
    _ reply: (Sub) -> Reply<Event>, with event: Event, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    source.send(file: file, line: line) { subscription, _ in
      let reply = reply(Self.sub(in: subscription))
      return Send(reply(event), file: reply.file, line: reply.line)
    }
  }

  private static func sub(in subscription: any Subscription) -> Sub {
    guard let sub = subscription as? Sub else { preconditionFailure("instances share a type") }
    return sub
  }

  /// Sends a message that does not depend on the declared value.
  public func callAsFunction(
    _ message: any Message, file: StaticString = #fileID, line: UInt = #line
  ) {
    source.send(file: file, line: line) { _, _ in
      Send(message, file: file, line: line)
    }
  }

  /// Sends a message with the number of events since the last message that was handled.
  ///
  /// For a subscription whose `buffering` lets a newer message replace a waiting one, if no event
  /// may be lost. The new message then stands for the events of the replaced message too.
  ///
  /// ```swift
  /// dispatch.answer(\.reply, count: 1) { Clicks($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - reply: Returns the reply of the newest declared value, such as `\.reply`.
  ///   - count: The number of new events; at least 1.
  ///   - file: The file that sends the events.
  ///   - line: The line that sends the events.
  ///   - event: Creates the value for the reply from the number of events. It may be called more than
  ///     once for one message.
  public func answer<Event>(
    _ reply: (Sub) -> Reply<Event>, count: Int, file: StaticString = #fileID, line: UInt = #line,
    with event: (Int) -> Event
  ) {
    precondition(count > 0, "a message stands for at least one event, not for \(count)")
    source.send(count: count, file: file, line: line) { subscription, count in
      let reply = reply(Self.sub(in: subscription))
      return Send(reply(event(count)), file: reply.file, line: reply.line)
    }
  }

  /// The clock of the runtime.
  public var clock: any RuntimeClock { source.core.clock }

  /// Starts a task on the runtime's task executor, so that `explore` can control its order.
  ///
  /// The interpreter must cancel the task in `stop()`. Messages that it sends after that are
  /// dropped.
  public func task(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    guard let tasks = source.core.tasks else { return Task.detached(operation: operation) }
    return Task.detached(executorPreference: tasks, operation: operation)
  }
}
