package import Katana

/// One subscription that a provider declared, as a sender of messages.
///
/// Several declarations may share one running instance; each has its own life and its own messages.
final class Declaration: Sender, @unchecked Sendable {
  // Sendable, because what it adds to a sender is used with the table's lock held.
  fileprivate(set) var index: Int
  fileprivate var buffer: MessageBuffer?

  init(home: Home, type: any Subscription.Type, cause: UInt64, index: Int, limit: Int?) {
    self.index = index
    self.buffer = limit.map(MessageBuffer.init)
    super.init(home: home, origin: .subscription(type), cause: cause)
  }
}

/// The newest declared values, for interpreters that send from any thread.
final class DeclarationTable: @unchecked Sendable {
  // Sendable, because all state, here and in the declarations, is used with the lock held.
  private let lock = Lock()
  private var values: [any Subscription] = []

  /// Puts new values in place of equal ones: a value may hold a newer reply.
  func replace(_ newValues: [any Subscription]) {
    var values = newValues
    lock.withLock { swap(&self.values, &values) }
  }

  /// Puts new values in place, and their declarations where they now belong.
  func replace(
    _ newValues: [any Subscription], declarations: [Declaration], from start: Int,
    sources: [(SubscriptionSource, [Declaration])]
  ) {
    var values = newValues
    lock.withLock {
      swap(&self.values, &values)
      for index in start..<declarations.count { declarations[index].index = index }
      for (source, declarations) in sources { source.declarations = declarations }
    }
  }

  fileprivate func current(_ source: SubscriptionSource) -> [(Declaration, any Subscription)] {
    lock.withLock { source.declarations.map { ($0, values[$0.index]) } }
  }

  /// Keeps a message if its declaration keeps only the newest. Returns whether the letter to post only
  /// stands for a kept message, or `nil` if none is to be posted.
  fileprivate func buffer(_ message: any Message, for declaration: Declaration) -> Bool? {
    // Released after the lock: the end of a message's payload may run anything.
    var superseded: (any Message)?
    defer { withExtendedLifetime(superseded) {} }
    return lock.withLock {
      guard declaration.buffer != nil else { return false }
      superseded = declaration.buffer!.keep(message)
      return superseded == nil ? true : nil
    }
  }

  func takeBuffered(_ declaration: Declaration) -> (any Message)? {
    lock.withLock { declaration.buffer?.take() }
  }
}

/// Where a running subscription sends its messages: to every declaration that shares it.
final class SubscriptionSource: @unchecked Sendable {
  // Sendable, because `declarations` is used with the table's lock held.
  let home: Home
  private let table: DeclarationTable
  fileprivate var declarations: [Declaration] = []
  private let onRelease: (@Sendable () -> Void)?

  /// - Parameter onRelease: Called when the last dispatcher is gone.
  init(home: Home, table: DeclarationTable, onRelease: (@Sendable () -> Void)? = nil) {
    self.home = home
    self.table = table
    self.onRelease = onRelease
  }

  deinit { onRelease?() }

  /// Sends the message that each declaration, at its newest value, makes of an event.
  func send(
    file: StaticString, line: UInt, _ make: (any Subscription) -> any Message
  ) {
    for (declaration, value) in table.current(self) {
      let (leaf, context) = unwrapped(value)
      let message = context.wrap(make(leaf))
      guard let isBuffered = table.buffer(message, for: declaration) else {
        home.statistics.add(to: .superseded)
        continue
      }
      var envelope = Envelope(message, from: declaration, file: file, line: line)
      envelope.isBuffered = isBuffered
      home.post(envelope)
    }
  }
}

/// What is inside the wrappers of a subscription, and what they do to its messages.
package func unwrapped(_ subscription: any Subscription) -> (
  leaf: any Subscription, context: EffectContext
) {
  var (leaf, context) = (subscription, EffectContext())
  if !subscription.isWrapper { return (leaf, context) }
  while let wrapper = leaf as? any SubscriptionWrapper {
    wrapper.enter(&context)
    leaf = wrapper.content
  }
  return (leaf, context)
}
