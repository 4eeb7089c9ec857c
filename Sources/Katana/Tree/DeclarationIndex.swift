/// The positions of subscriptions in the list of a ``ProviderNode``, by the child and the item that
/// declare them. An item is one provider of the child's feature, or a part of it with all providers
/// inside.
///
/// With it, a message to one child of many asks only the items that it may have changed. Children
/// that declare nothing are not in it. Children and parts have numbers, so that the cost of a look-up
/// does not depend on the depth.
package final class DeclarationIndex {
  private struct Child: Hashable {
    let part: Int
    let id: ScopeID?
  }

  private struct Item: Hashable {
    let child: Int
    let index: Int
  }

  private var children: [Child: Int] = [:]
  private var parts: [Item: Int] = [:]
  private var ranges: [Item: Range<Int>] = [:]
  /// The numbers of the parts in which a child declares something.
  private var populated: Set<Int> = []
  private var lastNumber = DeclarationIndex.root
  /// Whether two children have the same address, so that a look-up could find the wrong one.
  private(set) var isAmbiguous = false
  /// The last number when all subscriptions of the node were noted.
  private var lastFirstNumber = 0

  /// The number of the node's own part.
  static var root: Int { 0 }

  /// Returns the number of a child; `nil` if it declares nothing.
  func child(_ id: ScopeID?, in part: Int) -> Int? { children[Child(part: part, id: id)] }

  /// Whether a child of a part declares something.
  func hasChildren(in part: Int) -> Bool { populated.contains(part) }

  /// Returns the number of a part; `nil` if its children declare nothing.
  func part(_ item: Int, of child: Int) -> Int? { parts[Item(child: child, index: item)] }

  /// Returns the positions of what an item declares; `nil` if it declares nothing.
  func range(of item: Int, in child: Int) -> Range<Int>? { ranges[Item(child: child, index: item)] }

  // MARK: Notes

  /// Gives a child that declares something a number.
  func addChild(_ id: ScopeID?, in part: Int) -> Int {
    lastNumber += 1
    populated.insert(part)
    if children.updateValue(lastNumber, forKey: Child(part: part, id: id)) != nil {
      isAmbiguous = true
    }
    return lastNumber
  }

  /// Gives a part a number. A part that had one loses what was noted about its children.
  func addPart(_ item: Int, of child: Int) -> Int {
    lastNumber += 1
    parts[Item(child: child, index: item)] = lastNumber
    return lastNumber
  }

  func note(_ range: Range<Int>, of item: Int, in child: Int) {
    ranges[Item(child: child, index: item)] = range
  }

  /// Called when all subscriptions of the node are noted.
  func markComplete() { lastFirstNumber = lastNumber }

  /// Whether most of the notes are about parts that have been asked again since then.
  var isMostlyOutdated: Bool { lastNumber > 64 + 4 * lastFirstNumber }
}
