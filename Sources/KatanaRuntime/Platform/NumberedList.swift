/// Values in the order in which they were added, each with a number by which it is removed. Pure.
///
/// - Complexity: Adding and removing one of many values cost O(log n) on average.
struct NumberedList<Value> {
  /// In the order of the numbers. The entry of a removed value stays empty until there are more
  /// empty entries than others.
  private var entries: [(number: UInt64, value: Value?)] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  var all: [Value] { entries.compactMap { $0.value } }

  /// Adds a value at the end.
  ///
  /// - Parameter number: A number that is greater than those of all values before.
  mutating func append(_ value: Value, as number: UInt64) {
    assert(entries.last.map { $0.number < number } ?? true, "numbers ascend")
    entries.append((number, value))
    count += 1
  }

  /// The value with a number; `nil` if it was removed. Assigning does nothing in that case.
  subscript(number: UInt64) -> Value? {
    get { index(of: number).flatMap { entries[$0].value } }
    set {
      guard let newValue, let index = index(of: number), entries[index].value != nil else { return }
      entries[index].value = newValue
    }
  }

  /// Removes the value with a number, and returns it; returns `nil` if it was removed before.
  @discardableResult
  mutating func remove(_ number: UInt64) -> Value? {
    guard let index = index(of: number), let value = entries[index].value else { return nil }
    entries[index].value = nil
    count -= 1
    if entries.count > 2 * count + 8 { entries.removeAll { $0.value == nil } }
    return value
  }

  private func index(of number: UInt64) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }
}
