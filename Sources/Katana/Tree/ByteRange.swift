/// The bytes of a model that an updater may write, or that a provider reads.
struct ByteRange: Hashable, Sendable {
  private var bytes: Range<Int>

  /// All of the model, and where it is not known.
  static let whole = ByteRange(0..<(.max))

  init(_ bytes: Range<Int>) { self.bytes = bytes }

  func overlaps(_ other: ByteRange) -> Bool { bytes.overlaps(other.bytes) }

  /// The same bytes, as those of a model that holds this one's model at an offset.
  func moved(by offset: Int) -> ByteRange {
    self == .whole ? self : ByteRange((bytes.lowerBound + offset)..<(bytes.upperBound + offset))
  }

  /// Which of at most 64 regions of a model of a size the bytes lie in, as bits: what has none of them
  /// in common does not overlap. Regions are whole words, so that properties share none in most models.
  func regions(of size: Int) -> UInt64 {
    if bytes.upperBound > size { return .max }
    let region = max(8, (size / 64 + 8) & ~7)
    let first = bytes.lowerBound / region
    let last = max(first, (bytes.upperBound - 1) / region)
    return (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(63 - last))
  }
}
