/// The bytes of a model that an updater may write, or that a provider reads.
struct Extent: Hashable, Sendable {
  private var bytes: Range<Int>

  /// All of the model, and where it is not known.
  static let whole = Extent(0..<(.max))

  init(_ bytes: Range<Int>) { self.bytes = bytes }

  func overlaps(_ other: Extent) -> Bool { bytes.overlaps(other.bytes) }

  /// The same bytes, as those of a model that holds this one's model at an offset.
  func moved(by offset: Int) -> Extent {
    self == .whole ? self : Extent((bytes.lowerBound + offset)..<(bytes.upperBound + offset))
  }

  /// Which of 64 equal regions of a model of a size the bytes lie in, as bits: who has none of them in
  /// common does not overlap.
  func regions(of size: Int) -> UInt64 {
    if size == 0 || bytes.upperBound > size { return .max }
    let (first, last) = (bytes.lowerBound * 64 / size, (bytes.upperBound * 64 - 1) / size)
    if bytes.isEmpty { return 1 << UInt64(min(first, 63)) }
    return (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(63 - last))
  }
}
