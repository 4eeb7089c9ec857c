/// A stack that needs no memory of its own for one element. Most addresses have one level.
struct ShortStack<Element> {
  private var first: Element?
  private var others: [Element] = []

  mutating func append(_ element: Element) {
    if first == nil { first = element } else { others.append(element) }
  }

  mutating func popLast() -> Element? {
    if let last = others.popLast() { return last }
    defer { first = nil }
    return first
  }
}
