import Katana

/// The subscriptions that a provider declared when it was last asked, with addresses that begin at the
/// root of the model.
struct DeclaredList {
  private(set) var values: [any Subscription] = []
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
    // The old values of children have addresses that begin at the app's model, the new ones do not.
    !hasWrappers && new.count == values.count && equalPrefix(values, new) == new.count
  }

  /// Exchanges equal values: one of them may hold a newer reply.
  mutating func exchange(_ new: inout [any Subscription]) { swap(&values, &new) }

  /// Takes over a change, and gives its declarations their positions. The change then has the old
  /// values.
  ///
  /// - Parameter new: The declarations of the part that may have changed.
  mutating func take(_ change: inout ListChange, _ new: some Collection<Declaration>) {
    let (part, isMoved) = (change.part, change.movesOthers)
    if change.isOfAll {
      exchange(&change.values)
      hasWrappers = change.hasWrappers
    } else {
      let old = Array(values[change.range])
      values.replaceSubrange(change.range, with: change.values)
      change.values = old
    }
    if change.isOfAll || isMoved { index = change.index }
    if index != nil { wasIndexed = true }
    declarations.replaceSubrange(part.old, with: new)
    for index in part.new.lowerBound..<(isMoved ? declarations.count : part.new.upperBound) {
      declarations[index].position = Declaration.Position(provider: change.provider, index: index)
    }
  }

  /// Returns whether values have addresses, if some of them may.
  func hasWrappers(_ values: [any Subscription], in part: Range<Int>) -> Bool {
    // A value that equals an old one without an address needs none.
    values[hasWrappers ? values.indices : part].contains(where: \.isWrapper)
  }
}
