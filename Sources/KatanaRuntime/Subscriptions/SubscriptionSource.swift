package import Katana

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
