import Katana

// Compares sets and dictionaries. Their differences are in the order of their texts, because the
// elements have no order.
extension Comparison {
  mutating func compareSets(_ lhs: Any, _ rhs: Any, _ path: DifferencePath) {
    guard let first = lhs as? Set<AnyHashable>, let second = rhs as? Set<AnyHashable> else {
      return compareElements(lhs, rhs, path)
    }
    guard first.isEmpty == second.isEmpty else { return addUnequal(lhs, rhs, path) }
    let changes = KeyChange.all(first.subtracting(second), second.subtracting(first))
    for change in changes.sorted(by: { $0.text < $1.text }) {
      switch (change.first, change.second) {
      case (let element?, nil): addMissing(element.base, path)
      case (nil, let element?): addUnexpected(element.base, path)
      case (let first, let second): addUnequal(first?.base as Any, second?.base as Any, path)
      }
    }
  }

  mutating func compareDictionaries(_ lhs: Any, _ rhs: Any, _ path: DifferencePath) {
    guard let first = lhs as? [AnyHashable: Any], let second = rhs as? [AnyHashable: Any] else {
      return compareElements(lhs, rhs, path)
    }
    guard first.isEmpty == second.isEmpty else { return addUnequal(lhs, rhs, path) }
    var changes = KeyChange.all(
      first.keys.filter { second[$0] == nil }, second.keys.filter { first[$0] == nil })
    for (key, value) in first {
      guard let other = second[key], !Self.areEqual(value, other) else { continue }
      changes.append(KeyChange(first: key, second: key))
    }
    for change in changes.sorted(by: { $0.text < $1.text }) {
      let step = path.element(change.text)
      switch (change.first.flatMap { first[$0] }, change.second.flatMap { second[$0] }) {
      case (let value?, nil): addMissing(value, step)
      case (nil, let value?): addUnexpected(value, step)
      case (let value?, let other?) where change.first == change.second:
        compare(value, other, step)
      default:
        addUnequal(change.first?.base as Any, change.second?.base as Any, path.property(".keys"))
      }
    }
  }
}

/// A difference in the keys of a dictionary or in the elements of a set: the key on each side,
/// `nil` where it is missing.
private struct KeyChange {
  var first: AnyHashable?
  var second: AnyHashable?
  let text: String

  init(first: AnyHashable? = nil, second: AnyHashable? = nil) {
    self.first = first
    self.second = second
    self.text = sourceText(of: (first ?? second)?.base as Any)
  }

  /// Returns the changes for keys that only one side has. If a missing and an unexpected key have
  /// one text, as secrets do, they become one change.
  static func all(
    _ missing: some Sequence<AnyHashable>, _ unexpected: some Sequence<AnyHashable>
  ) -> [KeyChange] {
    var changes = missing.map { KeyChange(first: $0) }
    var places = Dictionary(grouping: changes.indices) { changes[$0].text }
    for key in unexpected {
      let change = KeyChange(second: key)
      if let place = places[change.text]?.popLast() {
        changes[place].second = key
      } else {
        changes.append(change)
      }
    }
    return changes
  }
}
