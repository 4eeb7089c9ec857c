import KatanaTesting

extension SeededGenerator {
  mutating func below(_ limit: Int) -> Int { next(below: max(limit, 1)) }

  mutating func isTrue(oneIn limit: Int) -> Bool { below(limit) == 0 }

  mutating func element<Element>(of elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
