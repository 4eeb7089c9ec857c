import Katana

/// A hash table with linear probing whose users know the hashes of their keys. Pure.
///
/// In place of a dictionary, where several look-ups are made for each command or subscription: a
/// dictionary hashes its key for each of them, which takes half of its time. The values hold their
/// keys. The memory of removed values is given back.
struct HashedTable<Value> {
  private struct Slot {
    var hash: UInt64 = 0
    /// `nil` if the slot is free.
    var value: Value?
  }

  /// The number of slots is a power of two, and at least half of them are free. If there are many, an
  /// eighth of them or more is used.
  private var slots: [Slot] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }
  /// The number of slots.
  var capacity: Int { slots.count }

  /// The hashes and values, in no order.
  var all: [(hash: UInt64, value: Value)] {
    slots.compactMap { slot in slot.value.map { (slot.hash, $0) } }
  }

  /// Returns the hash of a value that meets a condition; `nil` if there is none.
  func first(where condition: (UInt64, Value) -> Bool) -> UInt64? {
    for index in slots.indices {
      if let value = slots[index].value, condition(slots[index].hash, value) {
        return slots[index].hash
      }
    }
    return nil
  }

  /// Returns the value of a key.
  ///
  /// Mutating, so that the table needs no retain while `hasKey` is called.
  ///
  /// - Parameters:
  ///   - hash: The hash of the key.
  ///   - hasKey: Returns whether a value with this hash has the key.
  @inline(__always)
  mutating func value(_ hash: UInt64, where hasKey: (Value) -> Bool) -> Value? {
    find(hash, where: hasKey).flatMap { slots[$0].value }
  }

  /// Adds a value, whose key must not be there.
  mutating func insert(_ value: Value, _ hash: UInt64) {
    if 2 * (count + 1) > slots.count { resize(to: max(8, 2 * slots.count)) }
    slots[freeSlot(for: hash)] = Slot(hash: hash, value: value)
    count += 1
  }

  /// Removes the value of a key and returns it; returns `nil` if it is not there.
  @inline(__always)
  @discardableResult
  mutating func remove(_ hash: UInt64, where hasKey: (Value) -> Bool) -> Value? {
    find(hash, where: hasKey).flatMap { removeValue(at: $0) }
  }

  private mutating func removeValue(at index: Int) -> Value? {
    var hole = index
    let removed = slots[hole].value.take()
    count -= 1
    // Fills the hole with a later value of the row that would no longer be found behind it.
    var index = next(hole)
    while slots[index].value != nil {
      let home = home(of: slots[index].hash)
      if distance(from: home, to: hole) < distance(from: home, to: index) {
        slots.swapAt(hole, index)
        hole = index
      }
      index = next(index)
    }
    if slots.count > 64, 8 * count < slots.count { resize(to: slots.count / 2) }
    return removed
  }

  private var mask: Int { slots.count - 1 }
  private func home(of hash: UInt64) -> Int { spreadHash(hash) & mask }
  private func next(_ index: Int) -> Int { (index + 1) & mask }
  private func distance(from: Int, to: Int) -> Int { (to - from) & mask }

  @inline(__always)
  private func find(_ hash: UInt64, where hasKey: (Value) -> Bool) -> Int? {
    if slots.isEmpty { return nil }
    var index = home(of: hash)
    while slots[index].value != nil {
      if slots[index].hash == hash, let value = slots[index].value, hasKey(value) { return index }
      index = next(index)
    }
    return nil
  }

  private func freeSlot(for hash: UInt64) -> Int {
    var index = home(of: hash)
    while slots[index].value != nil { index = next(index) }
    return index
  }

  private mutating func resize(to size: Int) {
    let old = all
    slots = Array(repeating: Slot(), count: size)
    for (hash, value) in old { slots[freeSlot(for: hash)] = Slot(hash: hash, value: value) }
  }
}
