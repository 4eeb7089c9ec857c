import Katana

/// The newest declared subscriptions, for interpreters that send from any thread.
final class DeclarationTable: @unchecked Sendable {
  // Sendable, because the lists, the positions of declarations, and the declarations of sources are
  // changed only inside of steps with the lock held, so steps may read them without it and other
  // threads with it. Buffers are used with the lock held.
  let core: RuntimeCore
  private let lock = Lock()
  /// The declared subscriptions of each provider.
  // Unchecked: dynamic exclusivity checks are measurable here.
  @exclusivity(unchecked) private(set) var lists: [DeclaredList] = []

  init(core: RuntimeCore) { self.core = core }

  /// Makes room for a number of providers.
  func grow(to count: Int) {
    guard lists.count < count else { return }
    lock.withLock { lists += Array(repeating: DeclaredList(), count: count - lists.count) }
  }

  /// Replaces values by new ones, also if the lists are equal, because a value may hold a newer
  /// reply.
  ///
  /// - Parameters:
  ///   - removed: The declarations whose values are gone.
  ///   - place: Called for each change, with the lock held. Gives each declaration its new
  ///     position.
  func replace(
    _ changes: [ListChange], removed: [Declaration] = [], _ place: (ListChange) -> Void = { _ in }
  ) {
    // Released without the lock, because a deinitialiser may run any code.
    var changes = changes
    lock.withLock {
      for declaration in removed { declaration.position = nil }
      for index in changes.indices {
        place(changes[index])
        lists[changes[index].provider].take(&changes[index])
      }
    }
  }

  /// Takes over a list that equals the last one of its provider. Returns `false` if it is another
  /// one.
  func renew(_ provider: Int, _ declared: [any Subscription]) -> Bool {
    let count = lists[provider].values.count
    // The old values of children have addresses that begin at the app's model, the new ones do not.
    if lists[provider].hasWrappers { return false }
    guard declared.count == count else { return false }
    if count == 0 { return true }
    guard equalPrefix(lists[provider].values, declared) == count else { return false }
    // Released without the lock, because a deinitialiser may run any code.
    var declared = declared
    lock.withLock { swap(&lists[provider].values, &declared) }
    return true
  }

  /// Lets each instance that has one declaration at most send for that one. Returns the others.
  ///
  /// The caller keeps the declarations for which they have sent before, because a deinitialiser may
  /// run any code.
  func assignOne(to instances: [Unmanaged<Instance>]) -> [Instance] {
    lock.withLock {
      var several: [Instance] = []
      for instance in instances where !instance._withUnsafeGuaranteedRef({ $0.sendForOne() }) {
        several.append(instance.takeUnretainedValue())
      }
      return several
    }
  }

  /// Sets the declarations for which each source sends.
  func assign(_ declarations: [(SubscriptionSource, Declarations)]) {
    var declarations = declarations
    lock.withLock {
      for index in declarations.indices {
        swap(&declarations[index].0.declarations, &declarations[index].1)
      }
    }
  }

  /// Returns the declarations for which a source sends, with their newest values.
  func current(_ source: SubscriptionSource) -> [(Declaration, any Subscription)] {
    lock.withLock {
      source.declarations.all.compactMap { declaration in
        declaration.position.map { (declaration, lists[$0.provider].values[$0.index]) }
      }
    }
  }

  /// Keeps a message in the buffer of its declaration, if that has one.
  ///
  /// - Returns: Whether the job to post takes its message from the buffer; `nil` if no job must be
  ///   posted, because the message has replaced a waiting one.
  func buffer(_ message: any Message, for declaration: Declaration) -> Bool? {
    // Released without the lock, because a deinitialiser may run any code.
    var superseded: (any Message)?
    defer { withExtendedLifetime(superseded) {} }
    return lock.withLock {
      guard declaration.buffer != nil else { return false }
      superseded = declaration.buffer!.keep(message)
      return superseded == nil ? true : nil
    }
  }

  /// Keeps a message that stands for a number of events. If it replaces a waiting message, it
  /// stands for the events of that message too.
  ///
  /// - Parameter make: Creates the message from the number of events. It is called without the
  ///   lock, because it is code of the app. It is called again if the waiting message was taken
  ///   meanwhile.
  /// - Returns: The message to post, and whether the job takes it from the buffer; `nil` if no job
  ///   must be posted, because the message has replaced a waiting one.
  func buffer(
    count: Int, for declaration: Declaration, _ make: (Int) -> any Message
  ) -> (message: any Message, isBuffered: Bool)? {
    while true {
      let waiting = lock.withLock { declaration.buffer?.waitingCount ?? 0 }
      let message = make(waiting + count)
      // Released without the lock, because a deinitialiser may run any code.
      var superseded: (any Message)?
      defer { withExtendedLifetime(superseded) {} }
      let isKept: Bool? = lock.withLock {
        guard declaration.buffer != nil else { return false }
        guard declaration.buffer!.waitingCount == waiting else { return nil }
        superseded = declaration.buffer!.keep(message, count: waiting + count)
        return true
      }
      if let isKept { return superseded == nil ? (message, isKept) : nil }
    }
  }

  func takeBuffered(_ declaration: Declaration) -> (any Message)? {
    lock.withLock { declaration.buffer?.take() }
  }
}

extension DeclaredList {
  /// Exchanges the values of a change with the old values in the list.
  fileprivate mutating func take(_ change: inout ListChange) {
    if change.isOfAll || change.movesOthers { index = change.index }
    if index != nil { wasIndexed = true }
    if change.range == values.indices {
      swap(&values, &change.values)
      hasWrappers = change.hasWrappers
    } else if change.range.count == change.values.count {
      for (index, target) in change.range.enumerated() {
        swap(&values[target], &change.values[index])
      }
    } else {
      let old = Array(values[change.range])
      values.replaceSubrange(change.range, with: change.values)
      change.values = old
    }
  }
}
