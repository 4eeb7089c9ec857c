/// The name of a value in a ``Slab``, which is never used again. Later ones are greater.
struct Handle: Hashable, Comparable, Sendable {
  let number: UInt64
  fileprivate let slot: UInt32

  /// The handle of nothing.
  static let none = Handle(number: 0, slot: 0)

  static func < (lhs: Handle, rhs: Handle) -> Bool { lhs.number < rhs.number }
}

/// Values by handles. Pure.
///
/// In plain memory, because an array would copy a value of which one property is read.
struct Slab<Value>: ~Copyable {
  private var values: UnsafeMutablePointer<Value>?
  /// For each slot, the number of its handle; 0 if it is free.
  private var numbers: UnsafeMutablePointer<UInt64>?
  private var capacity = 0
  private var free: [UInt32] = []

  deinit {
    if let values {
      for handle in handles { (values + Int(handle.slot)).deinitialize(count: 1) }
    }
    values?.deallocate()
    numbers?.deallocate()
  }

  var isEmpty: Bool { free.count == capacity }

  /// The handles of all values, in no order.
  var handles: [Handle] {
    guard let numbers else { return [] }
    return (0..<capacity).filter { numbers[$0] != 0 }.map {
      Handle(number: numbers[$0], slot: UInt32($0))
    }
  }

  func contains(_ handle: Handle) -> Bool {
    guard handle.number != 0, handle.slot < capacity, let numbers else { return false }
    return numbers[Int(handle.slot)] == handle.number
  }

  /// The value of a handle, which must be there.
  subscript(handle: Handle) -> Value {
    _read { yield place(handle).pointee }
    _modify { yield &place(handle).pointee }
  }

  private func place(_ handle: Handle) -> UnsafeMutablePointer<Value> {
    guard contains(handle), let values else { preconditionFailure("the value is gone") }
    return values + Int(handle.slot)
  }

  /// Adds a value.
  ///
  /// - Parameter number: A number that is greater than all before.
  mutating func insert(_ value: consuming Value, as number: UInt64) -> Handle {
    if free.isEmpty { grow() }
    let slot = free.removeLast()
    numbers![Int(slot)] = number
    (values! + Int(slot)).initialize(to: consume value)
    return Handle(number: number, slot: slot)
  }

  /// Removes a value, which must be there. The memory goes back when no value is left.
  mutating func remove(_ handle: Handle) {
    let place = place(handle)
    // No longer there when it is released, because a deinitialiser may run any code.
    numbers![Int(handle.slot)] = 0
    free.append(handle.slot)
    place.deinitialize(count: 1)
    if isEmpty && capacity > 64 { resize(to: 0) }
  }

  /// Removes all values.
  mutating func removeAll() { for handle in handles { remove(handle) } }

  private mutating func grow() {
    let old = capacity
    resize(to: max(8, 2 * old))
    free = (UInt32(old)..<UInt32(capacity)).reversed()
  }

  /// - Parameter size: The new number of slots. If there are fewer than before, all are free.
  private mutating func resize(to size: Int) {
    let (oldValues, oldNumbers, kept) = (values, numbers, min(size, capacity))
    (values, numbers, free, capacity) = (nil, nil, [], size)
    if size > 0 {
      let (newValues, newNumbers) = (
        UnsafeMutablePointer<Value>.allocate(capacity: size),
        UnsafeMutablePointer<UInt64>.allocate(capacity: size)
      )
      newNumbers.initialize(repeating: 0, count: size)
      if kept > 0, let oldValues, let oldNumbers {
        newValues.moveInitialize(from: oldValues, count: kept)
        newNumbers.update(from: oldNumbers, count: kept)
      }
      (values, numbers) = (newValues, newNumbers)
    }
    oldValues?.deallocate()
    oldNumbers?.deallocate()
  }
}
