public import Katana

/// Sends the messages of a running subscription, one for every declaration that shares it.
class SubscriptionSource: @unchecked Sendable {
  // Sendable, because `declarations` is changed only inside of steps with the table's lock held, so
  // steps may read it without the lock and other threads with it.
  final let table: DeclarationTable
  /// The declarations for which it sends.
  final var declarations = Declarations()
  final let type: any Subscription.Type
  /// The address of the child that declares it; empty for the app itself. Declarations share a
  /// source only if they belong to the same child.
  final let scope: AnyAddress

  init(of type: any Subscription.Type, in scope: AnyAddress = .root, _ table: DeclarationTable) {
    self.type = type
    self.scope = scope
    self.table = table
  }

  final var core: RuntimeCore { table.core }

  /// Sends the message that each declaration makes of an event, with its newest value.
  ///
  /// - Parameters:
  ///   - count: The number of events that the message stands for, without those of a message that it
  ///     replaces, which are added; 0 if events are not counted.
  ///   - file: The file that sends the event. It is reported if nothing declares the subscription.
  ///   - line: The line that sends the event.
  ///   - make: Creates the message from the number of events.
  final func send(
    count: Int = 0, file: StaticString, line: UInt, _ make: (any Subscription, Int) -> Send
  ) {
    let current = table.current(self)
    if current.isEmpty {
      core.execution.watchSilenced?(file, line)
      let sender = Sender(core: core, origin: .subscription(type))
      core.note(nil, from: SendSite(sender, file, line), as: core.isClosed ? .lost : .silenced)
    }
    for (declaration, value, address) in current {
      let (leaf, context) = unwrapped(value, in: address)
      let kept = table.buffer(count: count, for: declaration) {
        let sent = make(leaf, $0)
        return Send(context.wrap(sent.message, for: core.app), file: sent.file, line: sent.line)
      }
      guard let (sent, isBuffered) = kept else {
        core.note(nil, from: SendSite(declaration, file, line), as: .superseded)
        continue
      }
      var message = QueuedMessage(sent.message, from: SendSite(declaration, sent.file, sent.line))
      message.isBuffered = isBuffered
      core.post(message)
    }
  }
}

/// Returns the subscription inside of all wrappers, and what the wrappers do to its messages.
///
/// - Parameter address: The address of the child that declares it.
package func unwrapped(
  _ subscription: any Subscription, in address: AnyAddress = .root
) -> (leaf: any Subscription, context: EffectContext) {
  var (leaf, context) = (subscription, EffectContext())
  if !address.isEmpty { context.enter(.scope(address)) }
  while let layered = leaf.asLayered {
    context.enter(layered.layer)
    leaf = layered.content
  }
  return (leaf, context)
}

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
