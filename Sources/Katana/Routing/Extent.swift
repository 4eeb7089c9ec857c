/// The bytes of a model that an updater may write, or that a provider reads.
struct Extent: Hashable, Sendable {
  private var bytes: Range<Int>

  /// All of the model, and where it is not known.
  static let whole = Extent(0..<(.max))

  init(_ bytes: Range<Int>) { self.bytes = bytes }

  func overlaps(_ other: Extent) -> Bool { bytes.overlaps(other.bytes) }

  /// The same bytes, as those of the model around a part.
  ///
  /// Only a slice lies where it is stored. What else a part makes of its bytes has a place of its own.
  func lifted(through part: ModelPart) -> Extent {
    guard let offset = part.offset, self != .whole else { return part.extent ?? .whole }
    return Extent((bytes.lowerBound + offset)..<(bytes.upperBound + offset))
  }
}
