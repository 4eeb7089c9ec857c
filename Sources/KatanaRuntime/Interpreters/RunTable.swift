import Katana

/// Values by the id of a run: a hash table with linear probing. Pure.
///
/// In place of a dictionary, because several look-ups are made for each command that has control
/// modifiers or a task, and a dictionary's hash is half of each. Ids are numbers that the runtime
/// itself counts up, so nobody can choose them such that they collide.
struct RunTable<Value> {
  private struct Slot {
    var id = Run.ID(number: 0)
    /// `nil` if the slot is free.
    var value: Value?
  }

  /// The number of slots is a power of two, and more than half of them are free.
  private var slots: [Slot] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The ids and values, in no order.
  var all: [(key: Run.ID, value: Value)] {
    slots.compactMap { slot in slot.value.map { (slot.id, $0) } }
  }

  /// The values in the order of their ids, which is the order in which the runs began.
  var inOrder: [Value] { all.sorted { $0.key < $1.key }.map(\.value) }

  /// Returns whether a value meets a condition.
  func contains(where condition: (Run.ID, Value) -> Bool) -> Bool {
    for index in slots.indices {
      if let value = slots[index].value, condition(slots[index].id, value) { return true }
    }
    return false
  }

  subscript(id: Run.ID) -> Value? { find(id).flatMap { slots[$0].value } }

  /// Adds a value, whose id must not be there.
  mutating func insert(_ value: Value, for id: Run.ID) {
    if 2 * (count + 1) > slots.count { grow() }
    slots[freeSlot(for: id)] = Slot(id: id, value: value)
    count += 1
  }

  /// Removes the value of an id and returns it; returns `nil` if it is not there.
  @discardableResult
  mutating func remove(_ id: Run.ID) -> Value? {
    guard var hole = find(id) else { return nil }
    let removed = slots[hole].value.take()
    count -= 1
    // Fills the hole with a later value of the row that would no longer be found behind it.
    var index = next(hole)
    while slots[index].value != nil {
      let home = home(of: slots[index].id)
      if distance(from: home, to: hole) < distance(from: home, to: index) {
        slots.swapAt(hole, index)
        hole = index
      }
      index = next(index)
    }
    return removed
  }

  private var mask: Int { slots.count - 1 }
  private func home(of id: Run.ID) -> Int { spreadHash(id.number) & mask }
  private func next(_ index: Int) -> Int { (index + 1) & mask }
  private func distance(from: Int, to: Int) -> Int { (to - from) & mask }

  private func find(_ id: Run.ID) -> Int? {
    if slots.isEmpty { return nil }
    var index = home(of: id)
    while slots[index].value != nil {
      if slots[index].id == id { return index }
      index = next(index)
    }
    return nil
  }

  private func freeSlot(for id: Run.ID) -> Int {
    var index = home(of: id)
    while slots[index].value != nil { index = next(index) }
    return index
  }

  private mutating func grow() {
    let old = all
    slots = Array(repeating: Slot(), count: max(8, 2 * slots.count))
    for (id, value) in old { slots[freeSlot(for: id)] = Slot(id: id, value: value) }
  }
}
