/// A list to which elements are added at the end, and whose oldest ones are dropped.
///
/// Each element keeps its position for ever. A copy shares all pages but those that change, so a view can
/// hold one while elements are added.
package struct PagedLog<Element: Equatable & Sendable>: Equatable, Sendable {
  private static var length: Int { 1_024 }

  private var pages: [[Element]] = []
  /// The position of the first element of the first page, a multiple of a page's length.
  private var base = 0
  /// The position of the first element that is kept.
  package private(set) var first = 0
  /// The position behind the last element.
  package private(set) var end = 0

  package init() {}

  package var count: Int { end - first }
  package var positions: Range<Int> { first..<end }
  package var last: Element? { count == 0 ? nil : self[end - 1] }

  package subscript(position: Int) -> Element {
    get { pages[(position - base) / Self.length][(position - base) % Self.length] }
    set { pages[(position - base) / Self.length][(position - base) % Self.length] = newValue }
  }

  package mutating func append(_ element: Element) {
    if (end - base) % Self.length == 0 { pages.append([]) }
    pages[pages.count - 1].append(element)
    end += 1
  }

  /// Drops the elements before a position.
  package mutating func drop(before position: Int) {
    first = min(max(first, position), end)
    while first - base >= Self.length, !pages.isEmpty {
      pages.removeFirst()
      base += Self.length
    }
  }

  /// Returns the position of the first element for which a condition holds, if it holds for all after it;
  /// the end if there is none.
  package func partition(where belongsToRest: (Element) -> Bool) -> Int {
    var (low, high) = (first, end)
    while low < high {
      let middle = (low + high) / 2
      if belongsToRest(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
