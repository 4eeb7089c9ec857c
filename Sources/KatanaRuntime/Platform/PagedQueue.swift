#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

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
  /// The elements that came after those in the ring; `nil` if there are none.
  private var blocks: PageBlocks<Element>?

  private static var ringLimit: Int { 1_024 }

  deinit {
    for index in 0..<ringCount { (ring! + (first + index) & (capacity - 1)).deinitialize(count: 1) }
    ring?.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  mutating func append(_ element: consuming Element) {
    count += 1
    if blocks == nil {
      if ringCount == capacity && capacity < Self.ringLimit { growRing() }
      if ringCount < capacity, let ring {
        (ring + (first + ringCount) & (capacity - 1)).initialize(to: element)
        ringCount += 1
        return
      }
    }
    appendToBlocks(element)
  }

  /// Removes and returns the oldest element. The queue must not be empty.
  mutating func removeFirst() -> Element {
    count -= 1
    guard ringCount > 0, let ring else { return removeFromBlocks() }
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

  private mutating func appendToBlocks(_ element: consuming Element) {
    let blocks = self.blocks ?? PageBlocks()
    blocks.append(element)
    self.blocks = blocks
  }

  private mutating func removeFromBlocks() -> Element {
    let element = blocks!.removeFirst()
    if count == 0 { blocks = nil }
    return element
  }
}

/// The elements of a queue that do not fit into its ring, in blocks of memory pages.
private final class PageBlocks<Element> {
  private var blocks: [UnsafeMutablePointer<Element>] = []
  /// The index of the oldest element in the first block, and the index behind the newest element in
  /// the last block.
  private var (first, end) = (0, 0)
  /// An empty block that is kept for the next elements.
  private var spare: UnsafeMutablePointer<Element>?

  private static var bytes: Int { 262_144 }
  private static var capacity: Int { bytes / MemoryLayout<Element>.stride }

  deinit {
    for (index, block) in blocks.enumerated() {
      let start = index == 0 ? first : 0
      let end = index == blocks.count - 1 ? self.end : Self.capacity
      (block + start).deinitialize(count: end - start)
      Pages.deallocate(block, bytes: Self.bytes)
    }
    if let spare { Pages.deallocate(spare, bytes: Self.bytes) }
  }

  func append(_ element: consuming Element) {
    if blocks.isEmpty || end == Self.capacity {
      let new =
        spare
        ?? Pages.allocate(bytes: Self.bytes).bindMemory(to: Element.self, capacity: Self.capacity)
      blocks.append(new)
      (spare, end) = (nil, 0)
    }
    (blocks[blocks.count - 1] + end).initialize(to: element)
    end += 1
  }

  func removeFirst() -> Element {
    let block = blocks[0]
    let element = (block + first).move()
    first += 1
    if first == (blocks.count == 1 ? end : Self.capacity) {
      blocks.removeFirst()
      first = 0
      if spare == nil { spare = block } else { Pages.deallocate(block, bytes: Self.bytes) }
    }
    return element
  }
}

/// Memory directly from the system. What is deallocated goes back to it at once.
enum Pages {
  static func allocate(bytes: Int) -> UnsafeMutableRawPointer {
    let pages = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let pages, pages != UnsafeMutableRawPointer(bitPattern: -1) else {
      fatalError("The system has no \(bytes) bytes of memory left.")
    }
    return pages
  }

  static func deallocate(_ pages: UnsafeMutableRawPointer, bytes: Int) { munmap(pages, bytes) }
}
