/// What waits for the writer: a bounded list in which gaps are remembered where they are.
struct LineQueue<Item> {
  struct Entry {
    let item: Item
    let size: Int
    let isCheckpoint: Bool
    /// How many items before this one were left out.
    let leftOut: Int
  }

  /// The number of entries in a part: lists that grow would be copied as a whole.
  private static var partSize: Int { 256 }

  let countLimit: Int
  let sizeLimit: Int
  private(set) var parts: [[Entry]] = []
  /// Of all entries that are not written, taken ones included.
  private var (count, size) = (0, 0)
  /// How many items were left out after the last entry.
  private(set) var leftOut = 0

  init(countLimit: Int, sizeLimit: Int) {
    (self.countLimit, self.sizeLimit) = (countLimit, sizeLimit)
  }

  var isEmpty: Bool { parts.isEmpty && leftOut == 0 }

  /// Adds an item. False if there is no space.
  mutating func add(_ item: Item, size itemSize: Int, isCheckpoint: Bool) -> Bool {
    // A single item that is larger than all space is taken when nothing else waits.
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

  /// Takes everything, and how many items were left out at its end.
  mutating func take() -> (parts: [[Entry]], leftOut: Int) {
    defer { (parts, leftOut) = ([], 0) }
    return (parts, leftOut)
  }

  /// Gives back the space of entries that are written.
  mutating func giveBack(count: Int, size: Int) {
    self.count -= count
    self.size -= size
  }
}
