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
}
