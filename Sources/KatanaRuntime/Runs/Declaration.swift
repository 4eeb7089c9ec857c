package import Katana

/// One subscription that a provider has declared, as a sender of messages.
///
/// Several declarations may share one running instance. Each has its own lifetime and its own
/// messages.
final class Declaration: Sender, @unchecked Sendable {
  // Sendable, because `list` and `index` are changed only inside of steps with the table's lock held, so
  // steps may read them without the lock and other threads with it. `buffer` is used with the lock held.

  /// The list that has its value; `nil` after it was removed.
  var list: DeclaredList?
  /// The index in the list.
  var index: Int32 = 0
  var buffer: MessageBuffer?

  override var isSilenced: Bool { list == nil }

  init(core: RuntimeCore, type: any Subscription.Type, cause: UInt64, limit: Int?) {
    self.buffer = limit.map(MessageBuffer.init)
    super.init(core: core, origin: .subscription(type), cause: cause)
  }

  /// The newest declared value, relative to the child at ``DeclaredList/address``.
  var value: any Subscription {
    guard let list else { preconditionFailure("it is declared") }
    return list.values[Int(index)]
  }
}

/// The subscriptions that one provider of a child declared when it was last asked, or all providers in a
/// part whose children have no stable place.
///
/// Changed with the lock of the ``DeclarationTable`` held, and read with it or inside of steps.
final class DeclaredList {
  /// The index of the provider's item in the feature of the child.
  let item: Int
  /// The address of the child.
  let address: AnyAddress
  // No array is changed in place, since that would be checked for overlapping accesses.
  /// As the provider has returned them: relative to the child.
  var values: [any Subscription] = []
  /// The declarations of the values, at the same indices.
  private(set) var declarations: [Declaration] = []
  /// The last walk through the providers that has asked for it.
  var lastWalk = 0

  init(of item: Int, in address: AnyAddress) { (self.item, self.address) = (item, address) }

  /// Returns a value with an address that begins at the app's model.
  func placed(_ value: any Subscription) -> any Subscription {
    address.isEmpty ? value : LayeredSubscription(value, in: address)
  }

  /// Takes over new values, and gives their declarations their places. The caller then has the old
  /// values.
  ///
  /// - Parameters:
  ///   - part: The range that may have changed.
  ///   - new: The declarations of that range.
  func take(
    _ values: inout [any Subscription], _ part: ChangedRange, _ new: ArraySlice<Declaration>
  ) {
    swap(&self.values, &values)
    if part.isEmpty { return }
    var all = declarations
    declarations = []
    all.replaceSubrange(part.old, with: new)
    let end = part.old.count == part.new.count ? part.new.upperBound : all.count
    for index in part.new.lowerBound..<end {
      (all[index].list, all[index].index) = (self, Int32(index))
    }
    declarations = all
  }
}

/// The range of a list of declared subscriptions that may have changed: the elements between equal
/// beginnings and equal ends. Most lists do not change, or change in one range only. Pure.
package struct ChangedRange: Equatable {
  /// The range in the old list.
  package let old: Range<Int>
  /// The range in the new list.
  package let new: Range<Int>

  package var isEmpty: Bool { old.isEmpty && new.isEmpty }

  package init(from old: [any Subscription], to new: [any Subscription]) {
    let prefix = equalPrefix(old, new)
    let suffix = equalSuffix(old, new, after: prefix)
    self.old = prefix..<(old.count - suffix)
    self.new = prefix..<(new.count - suffix)
  }
}
