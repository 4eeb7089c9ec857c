import Katana

/// One subscription that a provider has declared, as a sender of messages.
///
/// Several declarations may share one running instance. Each has its own lifetime and its own
/// messages.
final class Declaration: Sender, @unchecked Sendable {
  // Sendable, because the state that it adds to a sender is used like that of the table: changed
  // inside of steps with the lock held, read with the lock held.

  /// The position of its value in the table; `nil` after it was removed.
  @exclusivity(unchecked) var place: Place?
  var buffer: MessageBuffer?

  init(core: RuntimeCore, type: any Subscription.Type, cause: UInt64, limit: Int?) {
    self.buffer = limit.map(MessageBuffer.init)
    super.init(core: core, origin: .subscription(type), cause: cause)
  }

  /// Returns whether it is declared before another one. Returns `false` if one of them was removed.
  func isBefore(_ other: Declaration) -> Bool {
    guard let place, let otherPlace = other.place else { return false }
    return place < otherPlace
  }

  /// A provider, and an index in its list.
  struct Place: Comparable {
    var provider: Int
    var index: Int

    static func < (lhs: Place, rhs: Place) -> Bool {
      (lhs.provider, lhs.index) < (rhs.provider, rhs.index)
    }
  }
}
