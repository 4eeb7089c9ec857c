import KatanaTesting
import Testing

@testable import KatanaRuntime

/// The queue of the jobs of a runtime.
@Suite struct PagedQueueTests {
  /// Counts how many of its kind exist.
  private final class Item: Sendable {
    let number: Int
    private let alive: Locked<Int>

    init(_ number: Int, _ alive: Locked<Int>) {
      (self.number, self.alive) = (number, alive)
      alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
  }

  /// Small queues move around in the ring, large ones fill several blocks.
  @Test(arguments: [1, 3, 20, 1_023, 1_024, 1_025, 40_000, 100_000])
  func elementsComeInTheirOrderAndAreReleased(_ size: Int) {
    let alive = Locked(0)
    do {
      var queue = PagedQueue<Item>()
      var (next, expected) = (0, 0)
      var random = SeededGenerator(seed: UInt64(size))
      for round in 0..<6 {
        // Fills the queue to its size, then empties a part of it, or all of it.
        while queue.count < size {
          queue.append(Item(next, alive))
          next += 1
        }
        let left = round % 3 == 2 ? 0 : Int(random.next() % UInt64(size))
        while queue.count > left {
          let item = queue.removeFirst()
          if item.number != expected { Issue.record("\(item.number) in place of \(expected)") }
          expected += 1
        }
        #expect(queue.isEmpty == (left == 0))
        #expect(alive.withLock { $0 } == left)
      }
      queue.append(Item(next, alive))
      while queue.count < size { queue.append(Item(next, alive)) }
    }
    #expect(alive.withLock { $0 } == 0)
  }

  /// In a process of its own, where no other test uses memory.
  @Test func aLongQueueGivesItsMemoryBack() async {
    await #expect(processExitsWith: .success) {
      var queue = PagedQueue<(Int, Int, Int, Int)>()
      queue.append((0, 0, 0, 0))
      let before = residentBytes()
      for number in 0..<1_000_000 { queue.append((number, 0, 0, 0)) }
      precondition(isUnderSanitizer || residentBytes() - before > 20_000_000)
      while !queue.isEmpty { _ = queue.removeFirst() }
      let left = residentBytes() - before
      precondition(isUnderSanitizer || left < 1_000_000, "\(left) bytes are left")
    }
  }
}
