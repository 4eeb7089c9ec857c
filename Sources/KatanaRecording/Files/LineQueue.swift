/// The items that wait for the writer: a bounded queue, which also stores where items were left
/// out.
struct LineQueue<Item> {
  struct Entry {
    let item: Item
    let size: Int
    let isCheckpoint: Bool
    /// The number of items that were left out directly before this one.
    let leftOut: Int
  }

  /// The number of entries in a part. One growing array would be copied each time it grows.
  private static var partSize: Int { 256 }

  let countLimit: Int
  let sizeLimit: Int
  private(set) var parts: [[Entry]] = []
  /// The number and the total size of all entries that are not written, including taken ones.
  private var (count, size) = (0, 0)
  /// The number of items that were left out after the last entry.
  private(set) var leftOut = 0

  init(countLimit: Int, sizeLimit: Int) {
    (self.countLimit, self.sizeLimit) = (countLimit, sizeLimit)
  }

  var isEmpty: Bool { parts.isEmpty && leftOut == 0 }

  /// Adds an item. Returns false if there is no space.
  mutating func add(_ item: Item, size itemSize: Int, isCheckpoint: Bool) -> Bool {
    // An item that is larger than the limit is accepted if the queue is empty.
    guard count < countLimit, size + itemSize <= sizeLimit || count == 0 else {
      leftOut += 1
      return false
    }
    if parts.isEmpty || parts[parts.count - 1].count == Self.partSize { addPart() }
    parts[parts.count - 1].append(
      Entry(item: item, size: itemSize, isCheckpoint: isCheckpoint, leftOut: leftOut))
    leftOut = 0
    count += 1
    size += itemSize
    return true
  }

  private mutating func addPart() {
    var part: [Entry] = []
    part.reserveCapacity(Self.partSize)
    parts.append(part)
  }

  /// Removes and returns all entries, and the number of items that were left out after the last
  /// one.
  mutating func take() -> (parts: [[Entry]], leftOut: Int) {
    defer { (parts, leftOut) = ([], 0) }
    return (parts, leftOut)
  }

  /// Releases the space of taken entries after they are encoded.
  mutating func giveBack(count: Int, size: Int) {
    self.count -= count
    self.size -= size
  }
}
