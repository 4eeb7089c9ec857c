/// The values that wait for their times, as a binary heap. Pure.
///
/// - Complexity: Adding and taking cost O(log n); removing costs O(1) on average.
package struct TimerQueue<Value> {
  private struct Entry {
    var time: Duration
    var id: Int

    static func < (lhs: Entry, rhs: Entry) -> Bool {
      (lhs.time, lhs.id) < (rhs.time, rhs.id)
    }
  }

  private var heap: [Entry] = []
  /// The values that were not removed. The heap may hold entries of removed ones.
  private var values: [Int: Value] = [:]
  private var lastID = 0

  package init() {}

  /// The number of values.
  package var count: Int { values.count }

  /// The number of entries in memory, including those of removed values.
  var entryCount: Int { heap.count }

  /// The time of the first value; `nil` if there is none.
  package var nextTime: Duration? { heap.first?.time }

  /// The times of all values, the earliest first.
  package var times: [Duration] {
    heap.filter { values[$0.id] != nil }.map(\.time).sorted()
  }

  /// Adds a value. Returns the id to remove it with.
  package mutating func add(_ value: Value, at time: Duration) -> Int {
    lastID += 1
    values[lastID] = value
    heap.append(Entry(time: time, id: lastID))
    moveUp(from: heap.count - 1)
    return lastID
  }

  /// Removes a value and returns it; returns `nil` if it was taken or removed before.
  package mutating func remove(_ id: Int) -> Value? {
    let value = values.removeValue(forKey: id)
    if heap.first?.id == id || heap.count > 2 * values.count + 16 { removeEmptyEntries() }
    return value
  }

  /// Removes and returns the values whose time has come, in the order of their times, then of their
  /// ids.
  mutating func takeDue(at now: Duration) -> [Value] {
    var due: [Value] = []
    while let next = takeNext(until: now) { due.append(next.value) }
    return due
  }

  /// Removes and returns the first value; `nil` if there is none until a time.
  package mutating func takeNext(until end: Duration) -> (time: Duration, value: Value)? {
    guard let first = heap.first, first.time <= end else { return nil }
    removeFirst()
    let value = values.removeValue(forKey: first.id)
    removeEmptyEntries()
    // The first entry always has a value.
    return value.map { (first.time, $0) }
  }

  /// Removes entries without a value: all of them if there are many; otherwise only the first ones.
  private mutating func removeEmptyEntries() {
    if heap.count > 2 * values.count + 16 {
      heap.removeAll { values[$0.id] == nil }
      // A sorted array is a heap.
      heap.sort(by: <)
    }
    while let first = heap.first, values[first.id] == nil { removeFirst() }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    moveDown(from: 0)
  }

  private mutating func moveUp(from index: Int) {
    var index = index
    while index > 0, heap[index] < heap[(index - 1) / 2] {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func moveDown(from index: Int) {
    var index = index
    while true {
      let left = 2 * index + 1
      guard left < heap.count else { return }
      let isRightFirst = left + 1 < heap.count && heap[left + 1] < heap[left]
      let child = isRightFirst ? left + 1 : left
      guard heap[child] < heap[index] else { return }
      heap.swapAt(index, child)
      index = child
    }
  }
}
