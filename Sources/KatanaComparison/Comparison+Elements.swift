import Katana

// Compares lists: by the ids of their elements if all have one, otherwise by equal elements and
// then by position.
extension Comparison {
  mutating func compareElements(_ lhs: Any, _ rhs: Any, _ path: DifferencePath) {
    let first = Mirror(reflecting: lhs).children.map(\.value)
    let second = Mirror(reflecting: rhs).children.map(\.value)
    guard first.isEmpty == second.isEmpty else { return addUnequal(lhs, rhs, path) }
    if !isDescribing {
      compareInOrder(first, second, path)
    } else if let ids = uniqueIDs(first), let others = uniqueIDs(second) {
      compareByID((ids, first), (others, second), path)
    } else {
      compareAligned(first, second, path)
    }
  }

  /// Compares lists only to find out whether they are equal.
  private mutating func compareInOrder(_ first: [Any], _ second: [Any], _ path: DifferencePath) {
    guard first.count == second.count else { return addUnequal(first, second, path) }
    for (left, right) in zip(first, second) { compare(left, right, path) }
  }

  private mutating func compareElement(
    _ lhs: Any, _ rhs: Any, _ path: DifferencePath, _ name: () -> String
  ) {
    // Checked first, because most elements are equal and printing a name is slow.
    if Self.areEqual(lhs, rhs) { return }
    compare(lhs, rhs, path.element(name()))
  }

  private mutating func compareByID(
    _ expected: (ids: [AnyHashable], elements: [Any]),
    _ actual: (ids: [AnyHashable], elements: [Any]), _ path: DifferencePath
  ) {
    let places = Dictionary(uniqueKeysWithValues: zip(actual.ids, 0...))
    for (id, element) in zip(expected.ids, expected.elements) {
      if let place = places[id] {
        compareElement(element, actual.elements[place], path) { step(id) }
      } else {
        addMissing(element, path.element(step(id)))
      }
    }
    let known = Set(expected.ids)
    for (id, element) in zip(actual.ids, actual.elements) where !known.contains(id) {
      addUnexpected(element, path.element(step(id)))
    }
    compareOrder(expected, actual.ids, places, path)
  }

  /// Adds the elements that have moved. If there are more than three, it adds both orders instead.
  private mutating func compareOrder(
    _ expected: (ids: [AnyHashable], elements: [Any]), _ actual: [AnyHashable],
    _ places: [AnyHashable: Int], _ path: DifferencePath
  ) {
    let common = expected.ids.indices.filter { places[expected.ids[$0]] != nil }
    let numbers = common.map { places[expected.ids[$0]]! }
    let moved = movedPositions(numbers)
    guard moved.count <= 3 else {
      return addUnequal(expected.ids.map(\.base), actual.map(\.base), path.property(#".map(\.id)"#))
    }
    for position in moved {
      let index = common[position]
      addReordered(
        expected.elements[index], path.element(step(expected.ids[index])), index, numbers[position])
    }
  }

  /// Compares lists whose elements have no ids.
  ///
  /// Equal elements are paired first. Between two pairs, elements at equal distances from the first
  /// pair are paired too. So a changed element is one difference, not a missing element and an
  /// unexpected one.
  private mutating func compareAligned(_ first: [Any], _ second: [Any], _ path: DifferencePath) {
    let alignment = Alignment(pairwiseIfShorter: first.count, second.count) {
      Self.areEqual(first[$0], second[$1], apartFromIncomparable: true)
    }
    var (left, right) = (0, 0)
    for pair in alignment.pairs + [(first.count, second.count)] {
      while left < pair.expected, right < pair.actual {
        compareElement(first[left], second[right], path) { "\(left)" }
        (left, right) = (left + 1, right + 1)
      }
      for index in left..<pair.expected { addMissing(first[index], path.element("\(index)")) }
      for index in right..<pair.actual { addUnexpected(second[index], path.element("\(index)")) }
      (left, right) = pair
      guard left < first.count else { break }
      compareElement(first[left], second[right], path) { "\(left)" }
      (left, right) = (left + 1, right + 1)
    }
  }
}

private func step(_ id: AnyHashable) -> String { "id: \(sourceText(of: id.base))" }

/// Returns the ids of the elements; `nil` unless all are `Identifiable` and no two ids are equal.
private func uniqueIDs(_ elements: [Any]) -> [AnyHashable]? {
  func id<Element: Identifiable>(_ element: Element) -> AnyHashable { AnyHashable(element.id) }
  var seen: Set<AnyHashable> = []
  var ids: [AnyHashable] = []
  for element in elements {
    guard let element = element as? any Identifiable else { return nil }
    let id = id(element)
    // The default id of an object is its identity, which cannot be found in another list of
    // objects.
    guard !(id.base is ObjectIdentifier), seen.insert(id).inserted else { return nil }
    ids.append(id)
  }
  return ids
}

/// Returns the positions of the numbers that are not in a longest ascending subsequence.
private func movedPositions(_ numbers: [Int]) -> [Int] {
  var ends: [Int] = []
  var previous: [Int?] = []
  for (position, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    previous.append(low > 0 ? ends[low - 1] : nil)
    if low < ends.count { ends[low] = position } else { ends.append(position) }
  }
  let kept = Set(
    sequence(state: ends.last) { next in
      defer { next = next.flatMap { previous[$0] } }
      return next
    })
  return numbers.indices.filter { !kept.contains($0) }
}
