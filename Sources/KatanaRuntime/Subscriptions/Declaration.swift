import Katana

/// One subscription that a provider declared, as a sender of messages.
///
/// Several declarations may share one running instance; each has its own life and its own messages.
final class Declaration: Sender, @unchecked Sendable {
  // Sendable, because what it adds to a sender is used as the table's state is.

  /// Where its value is in the table; `nil` once it is removed.
  @exclusivity(unchecked) var place: Place?
  var buffer: MessageBuffer?

  init(core: RuntimeCore, type: any Subscription.Type, cause: UInt64, limit: Int?) {
    self.buffer = limit.map(MessageBuffer.init)
    super.init(core: core, origin: .subscription(type), cause: cause)
  }

  /// Whether it is declared before another one; both are declared.
  func isBefore(_ other: Declaration) -> Bool {
    guard let place, let otherPlace = other.place else { return false }
    return place < otherPlace
  }

  /// A provider, and a place in its list.
  struct Place: Comparable {
    var provider: Int
    var index: Int

    static func < (lhs: Place, rhs: Place) -> Bool {
      (lhs.provider, lhs.index) < (rhs.provider, rhs.index)
    }
  }
}
