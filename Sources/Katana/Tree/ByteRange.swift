/// A range of bytes of a model that an updater may write, or that a provider reads.
package struct ByteRange: Hashable, Sendable {
  private var bytes: Range<Int>

  /// All bytes of the model. Also used if the range is not known.
  static let whole = ByteRange(0..<(.max))

  init(_ bytes: Range<Int>) { self.bytes = bytes }

  func overlaps(_ other: ByteRange) -> Bool { bytes.overlaps(other.bytes) }

  /// Returns the range relative to a model that contains this range's model at an offset.
  func moved(by offset: Int) -> ByteRange {
    self == .whole ? self : ByteRange((bytes.lowerBound + offset)..<(bytes.upperBound + offset))
  }

  /// Returns the regions of the model that contain the bytes, as the bits of a number.
  ///
  /// A model has at most 64 regions. Two ranges without a common region do not overlap. Each region
  /// consists of whole words, so that in most models no two properties share a region.
  ///
  /// - Parameter size: The size of the model in bytes.
  func regions(of size: Int) -> UInt64 {
    if bytes.upperBound > size { return .max }
    let region = max(8, (size / 64 + 8) & ~7)
    let first = bytes.lowerBound / region
    let last = max(first, (bytes.upperBound - 1) / region)
    return (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(63 - last))
  }
}

extension [ByteRange] {
  /// Returns whether one of the ranges and another one have a byte in common.
  func overlap(_ other: ByteRange) -> Bool { contains { $0.overlaps(other) } }
}
