/// The positions at which the children of a few parts were found last.
///
/// The next message often goes to the same child. Only one thread at a time may use this.
package final class LastPlaces {
  // Unsafe memory, because the checks of arrays and of exclusive access are measurable here.
  private let parts = UnsafeMutablePointer<ObjectIdentifier?>.allocate(capacity: 8)
  private let places = UnsafeMutablePointer<Int>.allocate(capacity: 8)

  package init() {
    parts.initialize(repeating: nil, count: 8)
    places.initialize(repeating: 0, count: 8)
  }

  deinit {
    parts.deallocate()
    places.deallocate()
  }

  /// Returns the position of the child of a part that was found last.
  func place(of part: PlacedPart) -> UnsafeMutablePointer<Int> {
    let key = ObjectIdentifier(part)
    let index = spreadHash(UInt64(UInt(bitPattern: key))) & 7
    if parts[index] != key { (parts[index], places[index]) = (key, 0) }
    return places + index
  }
}

extension PlacedPart {
  @inline(__always)
  func look(
    _ model: UnsafeRawPointer, _ id: ScopeID?, _ direct: DirectAccess, _ places: LastPlaces?
  ) -> ReadChild? {
    if direct.searches, let places {
      return direct.look(model + place.offset, id, &places.place(of: self).pointee)
    }
    var last = 0
    return direct.look(model + place.offset, id, &last)
  }

  @inline(__always)
  func open(
    _ model: UnsafeMutableRawPointer, _ id: ScopeID?, _ direct: DirectAccess, _ places: LastPlaces?
  ) -> OpenChild? {
    if direct.searches, let places {
      return direct.open(model + place.offset, id, &places.place(of: self).pointee)
    }
    var last = 0
    return direct.open(model + place.offset, id, &last)
  }
}
