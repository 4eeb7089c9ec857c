/// A stack that needs no memory of its own for one element. Most addresses have one level.
struct ShortStack<Element> {
  private var first: Element?
  private var others: [Element] = []

  var count: Int { first == nil ? 0 : 1 + others.count }
  /// The elements, the first one at the bottom.
  var all: [Element] { (first.map { [$0] } ?? []) + others }

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func popLast() -> Element? {
    if let last = others.popLast() { return last }
    defer { first = nil }
    return first
  }
}
