/// The place of a feature's model in the router's model: that model itself, or a slice of it.
package struct ModelPlace: Sendable {
  /// The type of the feature's model.
  let model: any Any.Type
  /// The offset in bytes from the start of the router's model.
  var offset = 0
  /// The slices from the router's model to the feature's model.
  var path: [any AnyKeyPath & Sendable] = []
  /// The bytes of the router's model that the feature may write.
  var extent = ByteRange.whole

  func lifted(into outer: ModelPlace) -> ModelPlace {
    ModelPlace(
      model: model, offset: outer.offset + offset, path: outer.path + path, extent: outer.extent)
  }
}

/// The place of a slice's model in the router's model.
struct SlicePlace: Sendable {
  /// The slices on the way that have no fixed offset, from the outside in. A closure or a computed
  /// property reaches these.
  var parts: [PartName] = []
  /// The place in the model of the innermost of these slices.
  var place: ModelPlace

  func lifted(into outer: ModelPlace) -> SlicePlace {
    guard let first = parts.first else { return SlicePlace(place: place.lifted(into: outer)) }
    let lifted = first.lifted(by: outer.offset, path: outer.path)
    return SlicePlace(parts: [lifted] + parts.dropFirst(), place: place)
  }

  func inside(_ part: PartName) -> SlicePlace { SlicePlace(parts: [part] + parts, place: place) }

  func isSame(as other: SlicePlace) -> Bool {
    parts == other.parts && place.offset == other.place.offset
  }
}
