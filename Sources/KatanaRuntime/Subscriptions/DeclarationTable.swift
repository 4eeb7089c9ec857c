import Katana

/// The newest declared values, for interpreters that send from any thread.
final class DeclarationTable: @unchecked Sendable {
  // Sendable, because all state, here and in the declarations, is changed in the runtime's steps
  // only and with the lock held; other threads read it with the lock held.
  private let lock = Lock()
  /// What each provider declares.
  private(set) var lists: [DeclaredList] = []

  /// Makes room for a number of providers.
  func grow(to count: Int) {
    guard lists.count < count else { return }
    lock.withLock { lists += Array(repeating: DeclaredList(), count: count - lists.count) }
  }

  /// Puts new values in place: also those of equal lists, since a value may hold a newer reply.
  ///
  /// - Parameters:
  ///   - removed: The declarations whose values are gone.
  ///   - place: Called for each list, with the lock held; gives each declaration its new place.
  func replace(
    _ changes: [ListChange], removed: [Declaration] = [], _ place: (ListChange) -> Void = { _ in }
  ) {
    // Released after the lock: the end of a value may run anything.
    var changes = changes
    lock.withLock {
      for declaration in removed { declaration.place = nil }
      for index in changes.indices {
        place(changes[index])
        lists[changes[index].provider].take(&changes[index])
      }
    }
  }

  /// Says which declarations the sources send for.
  func assign(_ declarations: [(source: SubscriptionSource, Declarations)]) {
    var declarations = declarations
    lock.withLock {
      for index in declarations.indices {
        swap(&declarations[index].source.declarations, &declarations[index].1)
      }
    }
  }

  func current(_ source: SubscriptionSource) -> [(Declaration, any Subscription)] {
    lock.withLock {
      source.declarations.all.compactMap { declaration in
        declaration.place.map { (declaration, lists[$0.provider].values[$0.index]) }
      }
    }
  }

  /// Keeps a message if its declaration keeps only the newest. Returns whether the job to post
  /// only stands for a kept message, or `nil` if none is to be posted.
  func buffer(_ message: any Message, for declaration: Declaration) -> Bool? {
    // Released after the lock: the end of a message's payload may run anything.
    var superseded: (any Message)?
    defer { withExtendedLifetime(superseded) {} }
    return lock.withLock {
      guard declaration.buffer != nil else { return false }
      superseded = declaration.buffer!.keep(message)
      return superseded == nil ? true : nil
    }
  }

  /// Keeps a message that stands for a number of events, and for those of the message that it
  /// replaces; otherwise as ``buffer(_:for:)``.
  ///
  /// - Parameter make: Makes the message from the number of events. It is called without the lock,
  ///   since it is the app's, and again if the waiting message was taken meanwhile.
  func buffer(
    count: Int, for declaration: Declaration, _ make: (Int) -> any Message
  ) -> (message: any Message, isBuffered: Bool)? {
    while true {
      let waiting = lock.withLock { declaration.buffer?.waitingCount ?? 0 }
      let message = make(waiting + count)
      // Released after the lock: the end of a message's payload may run anything.
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
  /// Exchanges the values of a change with those in their place.
  fileprivate mutating func take(_ change: inout ListChange) {
    if change.range == values.indices {
      swap(&values, &change.values)
      hasWrappers = change.hasWrappers
    } else if change.range.count == change.values.count {
      for (index, place) in change.range.enumerated() {
        swap(&values[place], &change.values[index])
      }
    } else {
      let old = Array(values[change.range])
      values.replaceSubrange(change.range, with: change.values)
      change.values = old
    }
  }
}
