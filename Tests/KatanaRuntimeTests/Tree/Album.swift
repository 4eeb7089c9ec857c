/// A collection that gives no direct access to its elements.
struct Album<Element: Equatable & Sendable>: MutableCollection, RangeReplaceableCollection,
  Equatable, Sendable
{
  var items: [Element] = []
  var startIndex: Int { 0 }
  var endIndex: Int { items.count }
  func index(after index: Int) -> Int { index + 1 }
  subscript(index: Int) -> Element {
    get { items[index] }
    set { items[index] = newValue }
  }
  mutating func replaceSubrange(_ range: Range<Int>, with new: some Collection<Element>) {
    items.replaceSubrange(range, with: new)
  }
}
