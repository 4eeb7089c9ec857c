package import Katana

/// Sends the messages of a running subscription, one for every declaration that shares it.
class SubscriptionSource: @unchecked Sendable {
  // Sendable, because `declarations` is changed only inside of steps with the table's lock held, so
  // steps may read it without the lock and other threads with it.
  fileprivate let table: DeclarationTable
  /// The declarations for which it sends.
  // Unchecked: dynamic exclusivity checks are measurable here.
  @exclusivity(unchecked) final var declarations = Declarations()
  final let type: any Subscription.Type
  /// The address of the child that declares it; empty for the app itself. Declarations share a
  /// source only if they belong to the same child.
  final let scope: Scope

  init(of type: any Subscription.Type, in scope: Scope = .root, _ table: DeclarationTable) {
    self.type = type
    self.scope = scope
    self.table = table
  }

  /// Creates a source of the same subscription that sends for nobody yet.
  init(succeeding source: SubscriptionSource) {
    type = source.type
    scope = source.scope
    table = source.table
  }

  final var core: RuntimeCore { table.core }

  /// Sends the message that each declaration makes of an event, with its newest value.
  final func send(
    file: StaticString, line: UInt, _ make: (any Subscription) -> any Message
  ) {
    send(file: file, line: line) { [table] leaf, declaration, context in
      let message = context.wrap(make(leaf), for: table.core.app)
      return table.buffer(message, for: declaration).map { (message, $0) }
    }
  }

  /// Sends the message that each declaration makes of a number of events, with its newest value.
  /// The events of a replaced message are added.
  final func send(
    count: Int, file: StaticString, line: UInt, _ make: (any Subscription, Int) -> any Message
  ) {
    send(file: file, line: line) { [table] leaf, declaration, context in
      table.buffer(count: count, for: declaration) {
        context.wrap(make(leaf, $0), for: table.core.app)
      }
    }
  }

  /// - Parameter buffer: Keeps the message of a declaration in its buffer. Returns the message to
  ///   post; `nil` if it has replaced a waiting one.
  private func send(
    file: StaticString, line: UInt,
    _ buffer: (any Subscription, Declaration, EffectContext) -> (
      message: any Message, isBuffered: Bool
    )?
  ) {
    let current = table.current(self)
    if current.isEmpty {
      core.execution.watchSilenced?(file, line)
      let isLost = core.isClosed
      core.statistics.add(to: isLost ? .lost : .silenced)
      core.events?.notHandled(
        nil, Sender(core: core, origin: .subscription(type)), isLost ? .lost : .silenced,
        file: file, line: line)
    }
    for (declaration, value) in current {
      let (leaf, context) = unwrapped(value)
      guard let kept = buffer(leaf, declaration, context) else {
        core.statistics.add(to: .superseded)
        core.events?.notHandled(nil, declaration, .superseded, file: file, line: line)
        continue
      }
      var envelope = QueuedMessage(kept.message, from: declaration, file: file, line: line)
      envelope.isBuffered = kept.isBuffered
      core.post(envelope)
    }
  }
}

/// Returns the subscription inside of all wrappers, and what the wrappers do to its messages.
package func unwrapped(
  _ subscription: any Subscription
) -> (leaf: any Subscription, context: EffectContext) {
  var (leaf, context) = (subscription, EffectContext())
  while leaf.isWrapper, let wrapper = leaf as? any SubscriptionWrapper {
    wrapper.enter(&context)
    leaf = wrapper.content
  }
  return (leaf, context)
}
