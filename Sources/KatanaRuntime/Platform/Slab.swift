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
  private var numbers: [UInt64] = []
  private var free: [UInt32] = []

  deinit {
    for slot in numbers.indices where numbers[slot] != 0 { (values! + slot).deinitialize(count: 1) }
    values?.deallocate()
  }

  var count: Int { numbers.count - free.count }
  var isEmpty: Bool { count == 0 }

  /// The handles of all values, in no order.
  var handles: [Handle] {
    numbers.indices.filter { numbers[$0] != 0 }.map {
      Handle(number: numbers[$0], slot: UInt32($0))
    }
  }

  func contains(_ handle: Handle) -> Bool {
    handle.number != 0 && handle.slot < numbers.count
      && numbers[Int(handle.slot)] == handle.number
  }

  /// The value of a handle, which must be there.
  subscript(handle: Handle) -> Value {
    @inline(__always) _read { yield place(handle).pointee }
    @inline(__always) _modify { yield &place(handle).pointee }
  }

  @inline(__always)
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
    numbers[Int(slot)] = number
    (values! + Int(slot)).initialize(to: value)
    return Handle(number: number, slot: slot)
  }

  /// Removes a value, which must be there. The memory goes back when no value is left.
  mutating func remove(_ handle: Handle) {
    place(handle).deinitialize(count: 1)
    numbers[Int(handle.slot)] = 0
    free.append(handle.slot)
    if isEmpty && numbers.count > 64 {
      values?.deallocate()
      (values, numbers, free) = (nil, [], [])
    }
  }

  /// Removes all values.
  mutating func removeAll() {
    for handle in handles { remove(handle) }
  }

  private mutating func grow() {
    let (old, size) = (numbers.count, max(8, 2 * numbers.count))
    let larger = UnsafeMutablePointer<Value>.allocate(capacity: size)
    if let values {
      larger.moveInitialize(from: values, count: old)
      values.deallocate()
    }
    values = larger
    numbers += Array(repeating: 0, count: size - old)
    free = (UInt32(old)..<UInt32(size)).reversed()
  }
}
