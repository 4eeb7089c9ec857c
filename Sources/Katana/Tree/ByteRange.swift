/// A range of bytes of a model that an updater may write, or that a provider reads.
package struct ByteRange: Hashable, Sendable {
  private var bytes: Range<Int>

  /// All bytes of the model. Also used if the range is not known.
  package static let whole = ByteRange(0..<(.max))

  init(_ bytes: Range<Int>) { self.bytes = bytes }

  func overlaps(_ other: ByteRange) -> Bool { bytes.overlaps(other.bytes) }

  /// Returns the range relative to a model that contains this range's model at an offset.
  func moved(by offset: Int) -> ByteRange {
    self == .whole ? self : ByteRange((bytes.lowerBound + offset)..<(bytes.upperBound + offset))
  }
}

extension [ByteRange] {
  /// Returns whether one of the ranges and another one have a byte in common.
  package func overlap(_ other: ByteRange) -> Bool { contains { $0.overlaps(other) } }
}
