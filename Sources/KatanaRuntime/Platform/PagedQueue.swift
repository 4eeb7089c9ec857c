/// Elements in the order in which they were appended: the queue of a runtime's jobs.
///
/// A ring holds up to 1,024 elements, and keeps its memory. Further elements are in blocks of memory
/// pages, which go back to the system as soon as they are empty. The C library would keep the memory
/// of large arrays: up to 150 MiB after a burst of six million messages.
///
/// In plain memory, because an array would copy the element that it returns, check its bounds, and
/// look for other references to its buffer: a tenth of a round trip.
struct PagedQueue<Element>: ~Copyable {
  private(set) var count = 0
  private var ring: UnsafeMutablePointer<Element>?
  /// A power of two; 0 without a ring.
  private var capacity = 0
  /// The index of the oldest element in the ring, and the number of elements there.
  private var (first, ringCount) = (0, 0)
  /// The elements that came after those in the ring.
  private var blocks: [UnsafeMutablePointer<Element>] = []
  /// The index of the oldest element in the first block, and the index behind the newest element in
  /// the last block.
  private var (firstInBlock, endInBlock) = (0, 0)
  /// An empty block, kept as long as there are others.
  private var spare: UnsafeMutablePointer<Element>?

  private static var ringLimit: Int { 1_024 }
  private static var blockBytes: Int { 262_144 }
  private static var blockCapacity: Int { blockBytes / MemoryLayout<Element>.stride }

  deinit {
    for index in 0..<ringCount { (ring! + (first + index) & (capacity - 1)).deinitialize(count: 1) }
    ring?.deallocate()
    for (index, block) in blocks.enumerated() {
      let start = index == 0 ? firstInBlock : 0
      let end = index == blocks.count - 1 ? endInBlock : Self.blockCapacity
      (block + start).deinitialize(count: end - start)
      Pages.deallocate(block, bytes: Self.blockBytes)
    }
    if let spare { Pages.deallocate(spare, bytes: Self.blockBytes) }
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    count += 1
    if blocks.isEmpty {
      if ringCount == capacity && capacity < Self.ringLimit { growRing() }
      if ringCount < capacity, let ring {
        (ring + (first + ringCount) & (capacity - 1)).initialize(to: element)
        ringCount += 1
        return
      }
    }
    appendToBlock(element)
  }

  /// Removes and returns the oldest element. The queue must not be empty.
  @inline(__always)
  mutating func removeFirst() -> Element {
    count -= 1
    guard ringCount > 0, let ring else { return removeFromBlock() }
    ringCount -= 1
    defer { first = ringCount == 0 ? 0 : (first + 1) & (capacity - 1) }
    return (ring + first).move()
  }

  private mutating func growRing() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: max(2, 2 * capacity))
    if let ring {
      let untilEnd = capacity - first
      larger.moveInitialize(from: ring + first, count: untilEnd)
      (larger + untilEnd).moveInitialize(from: ring, count: first)
      ring.deallocate()
    }
    (ring, first, capacity) = (larger, 0, max(2, 2 * capacity))
  }

  @inline(never)
  private mutating func appendToBlock(_ element: consuming Element) {
    if blocks.isEmpty || endInBlock == Self.blockCapacity {
      let pages = {
        Pages.allocate(bytes: Self.blockBytes).bindMemory(
          to: Element.self, capacity: Self.blockCapacity)
      }
      blocks.append(spare ?? pages())
      (spare, endInBlock) = (nil, 0)
    }
    (blocks[blocks.count - 1] + endInBlock).initialize(to: element)
    endInBlock += 1
  }

  @inline(never)
  private mutating func removeFromBlock() -> Element {
    let block = blocks[0]
    let element = (block + firstInBlock).move()
    firstInBlock += 1
    if firstInBlock == (blocks.count == 1 ? endInBlock : Self.blockCapacity) {
      blocks.removeFirst()
      firstInBlock = 0
      release(block)
    }
    return element
  }

  private mutating func release(_ block: UnsafeMutablePointer<Element>) {
    if !blocks.isEmpty && spare == nil { return spare = block }
    Pages.deallocate(block, bytes: Self.blockBytes)
    guard blocks.isEmpty, let last = spare else { return }
    spare = nil
    Pages.deallocate(last, bytes: Self.blockBytes)
  }
}
