/// Where the children of a few parts were found last: a message looks for its child twice, to be admitted and
/// to be delivered, and the next one often looks for the same child. Used by one thread at a time.
package final class LastPlaces {
  private var parts: [ObjectIdentifier?]
  private var places: [Int]

  package init() {
    parts = Array(repeating: nil, count: 8)
    places = Array(repeating: 0, count: 8)
  }

  /// Calls a function with the place of a part, which it may change.
  func withPlace<Result>(of part: PlacedPart, _ body: (inout Int) -> Result) -> Result {
    let key = ObjectIdentifier(part)
    let index = spreadHash(UInt64(UInt(bitPattern: key))) & 7
    if parts[index] != key { (parts[index], places[index]) = (key, 0) }
    return body(&places[index])
  }
}

extension PlacedPart {
  func look(
    _ model: UnsafeRawPointer, _ id: ScopeID?, _ direct: DirectAccess, _ places: LastPlaces?
  ) -> ReadChild? {
    guard part.isCollection, let places else {
      var place = 0
      return direct.look(model + self.place.offset, id, &place)
    }
    return places.withPlace(of: self) { direct.look(model + self.place.offset, id, &$0) }
  }

  func open(
    _ model: UnsafeMutableRawPointer, _ id: ScopeID?, _ direct: DirectAccess, _ places: LastPlaces?
  ) -> OpenChild? {
    guard part.isCollection, let places else {
      var place = 0
      return direct.open(model + self.place.offset, id, &place)
    }
    return places.withPlace(of: self) { direct.open(model + self.place.offset, id, &$0) }
  }
}
