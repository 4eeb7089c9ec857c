import Katana

/// The lock of the newest declared subscriptions, for interpreters that send from any thread.
final class DeclarationTable: @unchecked Sendable {
  // Sendable, because what lists hold, the places of declarations, and the declarations of sources are
  // changed only inside of steps with the lock held, so steps may read them without it
  // and other threads with it. Buffers are used with the lock held.
  let core: RuntimeCore
  private let lock = Lock()

  init(core: RuntimeCore) { self.core = core }

  /// Replaces the values of lists by new ones. The caller keeps the old declarations, because a
  /// deinitialiser may run any code.
  ///
  /// - Parameters:
  ///   - declarations: Those of the parts that may have changed, one change after the other.
  ///   - removed: The declarations whose values are gone.
  func replace(
    _ changes: [ListChange], _ declarations: [Declaration] = [], removed: [Declaration] = []
  ) {
    // Released without the lock, because a deinitialiser may run any code.
    var changes = changes
    lock.withLock {
      for declaration in removed { declaration.list = nil }
      var rest = declarations[...]
      for index in changes.indices {
        let part = changes[index].part
        changes[index].list.take(&changes[index].values, part, rest.prefix(part.new.count))
        rest = rest.dropFirst(part.new.count)
      }
    }
  }

  /// Replaces the values of a list by equal ones, which may hold newer replies. The change then holds the
  /// old ones.
  func renew(_ change: inout ListChange) {
    lock.withLock { change.list.take(&change.values, change.part, []) }
  }

  /// Sets the declarations for which sources send.
  func assign<Source: SubscriptionSource>(
    _ declarations: [Declarations], to sources: [Source]
  ) {
    // Released without the lock, because a deinitialiser may run any code.
    var declarations = declarations
    lock.withLock {
      for (index, source) in sources.enumerated() {
        let old = source.declarations
        source.declarations = declarations[index]
        declarations[index] = old
      }
    }
  }

  /// Returns the declarations for which a source sends, with their newest values, and the addresses of
  /// the children that declare these.
  func current(_ source: SubscriptionSource) -> [(Declaration, any Subscription, AnyAddress)] {
    lock.withLock {
      source.declarations.all.compactMap { declaration in
        declaration.list.map { (declaration, declaration.value, $0.address) }
      }
    }
  }

  /// Keeps a message in the buffer of its declaration, if that has one. If it stands for a number of
  /// events, and replaces a message that does so too, it stands for the events of both.
  ///
  /// - Parameter make: Creates the message from the number of events. It is called without the
  ///   lock, because it is code of the app. It is called again if the message that it would replace
  ///   was taken meanwhile.
  /// - Returns: The message to post, and whether the job takes it from the buffer; `nil` if no job
  ///   must be posted, because the message has replaced a waiting one.
  func buffer(
    count: Int, for declaration: Declaration, _ make: (Int) -> Send
  ) -> (sent: Send, isBuffered: Bool)? {
    while true {
      let waiting = count == 0 ? 0 : lock.withLock { declaration.buffer?.waitingCount ?? 0 }
      let sent = make(waiting + count)
      // Released without the lock, because a deinitialiser may run any code.
      var superseded: (any Message)?
      defer { withExtendedLifetime(superseded) {} }
      let isBuffered: Bool? = lock.withLock {
        guard declaration.buffer != nil else { return false }
        guard count == 0 || declaration.buffer!.waitingCount == waiting else { return nil }
        superseded = declaration.buffer!.keep(sent.message, count: waiting + count)
        return true
      }
      if let isBuffered { return superseded == nil ? (sent, isBuffered) : nil }
    }
  }

  func takeBuffered(_ declaration: Declaration) -> (any Message)? {
    lock.withLock { declaration.buffer?.take() }
  }
}

/// What a provider of a child declares now, and which of its subscriptions may have changed.
struct ListChange {
  let list: DeclaredList
  /// The record of the child; `nil` if the child is gone.
  let record: ChildRecord?
  var values: [any Subscription]
  let part: ChangedRange

  init(_ list: DeclaredList, of record: ChildRecord?, to values: [any Subscription]) {
    (self.list, self.record, self.values) = (list, record, values)
    part = ChangedRange(from: list.values, to: values)
  }
}
