import Katana

/// The subscriptions that a provider declared when it was last asked, with addresses that begin at the
/// root of the model.
///
/// Changed with the lock of the ``DeclarationTable`` held, and read with it or inside of steps.
final class DeclaredList {
  // No array is changed in place, since that would be checked for overlapping accesses.
  var values: [any Subscription] = []
  /// The declarations of the values, at the same indices.
  private(set) var declarations: [Declaration] = []
  /// Whether some of the values belong to children.
  private var hasWrappers = false
  /// Where the subscriptions of children are in the list; `nil` if that is not known.
  private(set) var index: DeclarationIndex?
  /// Whether it has or had an index: messages have asked children of its provider alone.
  private(set) var wasIndexed = false

  /// Returns whether a provider that declares these values now declares what it did.
  func equals(_ new: [any Subscription]) -> Bool {
    if new.isEmpty || new.count != values.count { return new.count == values.count }
    // The old values of children have addresses that begin at the app's model, the new ones do not.
    return !hasWrappers && equalPrefix(values, new) == new.count
  }

  /// Takes over a change, and gives its declarations their positions. The change then has the old
  /// values.
  ///
  /// - Parameter new: The declarations of the part that may have changed.
  func take(_ change: inout ListChange, _ new: ArraySlice<Declaration>) {
    let (part, isMoved) = (change.part, change.movesOthers)
    if change.isOfAll {
      (values, change.values) = (change.values, values)
      hasWrappers = change.hasWrappers
    } else {
      var all = values
      values = []
      let old = Array(all[change.range])
      all.replaceSubrange(change.range, with: change.values)
      (values, change.values) = (all, old)
    }
    if change.isOfAll || isMoved { index = change.index }
    if index != nil { wasIndexed = true }
    var all = declarations
    declarations = []
    all.replaceSubrange(part.old, with: new)
    for index in part.new.lowerBound..<(isMoved ? all.count : part.new.upperBound) {
      all[index].position = Declaration.Position(provider: change.provider, index: index)
    }
    declarations = all
  }

  /// Returns whether values have addresses, if some of them may.
  func hasWrappers(_ values: [any Subscription], in part: Range<Int>) -> Bool {
    // A value that equals an old one without an address needs none.
    (hasWrappers ? values.indices : part).contains { values[$0].isWrapper }
  }
}
