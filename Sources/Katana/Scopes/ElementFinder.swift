/// Finds several children of a collection in one pass. Only one thread at a time may use it.
///
/// It consists of closures instead of a generic superclass. The closures are created in code with
/// static types, so the compiler specializes them. Unspecialized methods would be much slower.
@usableFromInline
package struct ChildFinder {
  /// Adds a child at the end.
  @usableFromInline package let append: (ScopeID) -> Void
  /// Removes the child at an index. The last child moves to that index.
  @usableFromInline package let remove: (Int) -> Void
  /// Returns the indices of the children that are not in the model, in descending order.
  ///
  /// Makes at most one pass over the collection, or one look-up for each child in a collection that
  /// finds its elements in constant time.
  @usableFromInline package let missing: (ReadPlace) -> [Int]
  /// Returns the memory address of the child at an index, or `nil` if the elements of the
  /// collection have no stable address. The last call of `missing` must have found the child.
  @usableFromInline package let address: (Int, ReadPlace) -> ReadPlace?

  @inlinable
  init<Root, Elements: Collection>(_ finder: ElementFinder<Root, Elements>) {
    append = { finder.append($0) }
    remove = { finder.remove(at: $0) }
    missing = { finder.missing(in: $0) }
    address = { finder.address(at: $0, in: $1) }
  }
}

/// Finds elements by their `id`s. It looks at the last position of each element, then near that
/// position, then in the whole collection.
@usableFromInline
final class ElementFinder<Root, Elements: Collection>
where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
  @usableFromInline typealias ID = Elements.Element.ID
  @usableFromInline typealias Find = @Sendable (Elements, ID) -> Elements.Index?
  @usableFromInline let slot: StoredProperty<Root, Elements>
  @usableFromInline let find: Find
  /// Whether `find` takes constant time.
  @usableFromInline let findsAtOnce: Bool
  @exclusivity(unchecked) @usableFromInline var ids: [ID] = []
  /// The last known distance of each element from the start of the collection.
  @exclusivity(unchecked) @usableFromInline var distances: [Int] = []

  @inlinable
  init(_ slot: StoredProperty<Root, Elements>, findsAtOnce: Bool, find: @escaping Find) {
    self.slot = slot
    self.findsAtOnce = findsAtOnce
    self.find = find
  }

  @inlinable
  func append(_ id: ScopeID) {
    guard let id = id.value(as: ID.self) else {
      preconditionFailure("a child that was there has an id of the elements' type")
    }
    ids.append(id)
    distances.append((distances.last ?? -1) + 1)
  }

  @inlinable
  func remove(at index: Int) {
    ids.swapAt(index, ids.count - 1)
    distances.swapAt(index, ids.count - 1)
    ids.removeLast()
    distances.removeLast()
  }

  @inlinable
  func missing(in model: ReadPlace) -> [Int] {
    let (elements, owner) = slot.look(model)
    defer { withExtendedLifetime(owner) {} }
    var missing =
      elements.pointee.withContiguousStorageIfAvailable { lookNearby($0) } ?? Array(ids.indices)
    if !missing.isEmpty { missing = lookEverywhere(for: missing, in: elements.pointee) }
    return missing.reversed()
  }

  /// Returns the indices of the elements that are not near their last positions.
  @inlinable
  func lookNearby(_ elements: UnsafeBufferPointer<Elements.Element>) -> [Int] {
    var missing: [Int] = []
    // The distance by which the last found element has moved. After an insertion or a removal, all
    // later elements have moved by the same distance.
    var shift = 0
    // Unsafe buffers, because the bounds checks of arrays are measurable here.
    ids.withUnsafeBufferPointer { ids in
      distances.withUnsafeMutableBufferPointer { distances in
        var index = 0
        while index < ids.count {
          let count = elements.inPlace(ids, at: distances, from: index, shift)
          if count > 0 {
            if shift != 0 { for moved in index..<index + count { distances[moved] &+= shift } }
            index += count
            continue
          }
          if let found = elements.nearest(to: distances[index], shift, ids[index]) {
            shift = found - distances[index]
            distances[index] = found
          } else {
            missing.append(index)
          }
          index += 1
        }
      }
    }
    return missing
  }

  @inlinable
  func lookEverywhere(for wanted: [Int], in elements: Elements) -> [Int] {
    // A search for one element costs less than hashing each element.
    if findsAtOnce || wanted.count == 1 { return wanted.filter { !isThere($0, in: elements) } }
    var waiting: [ID: Int] = [:]
    for index in wanted { waiting[ids[index]] = index }
    var (distance, found) = (0, Set<Int>())
    for element in elements {
      if waiting.isEmpty { break }
      if let index = waiting.removeValue(forKey: element.id) {
        distances[index] = distance
        found.insert(index)
      }
      distance += 1
    }
    return wanted.filter { !found.contains($0) }
  }

  @inlinable
  func isThere(_ index: Int, in elements: Elements) -> Bool {
    guard let found = find(elements, ids[index]) else { return false }
    distances[index] = elements.distance(from: elements.startIndex, to: found)
    return true
  }

  @inlinable
  func address(at index: Int, in model: ReadPlace) -> ReadPlace? {
    guard slot.offset != nil else { return nil }
    return start(of: slot.look(model).value).map { ReadPlace($0 + distances[index]) }
  }
}

extension UnsafeBufferPointer where Element: Identifiable {
  /// Returns how many elements, from an index of `ids` on, are where they were, one after the other.
  ///
  /// Most elements have not moved, so this loop does nothing but compare.
  ///
  /// - Parameters:
  ///   - distances: The last positions of the elements.
  ///   - shift: By how much all of them have moved.
  @inlinable
  func inPlace(
    _ ids: UnsafeBufferPointer<Element.ID>, at distances: UnsafeMutableBufferPointer<Int>,
    from index: Int, _ shift: Int
  ) -> Int {
    let last = distances[index]
    let start = last &+ shift
    guard indices.contains(start) else { return 0 }
    let limit = Swift.min(ids.count &- index, count &- start)
    var found = 0
    while found < limit, distances[index &+ found] == last &+ found,
      self[start &+ found].id == ids[index &+ found]
    {
      found &+= 1
    }
    return found
  }

  /// Returns the position of the element with an `id`, if it is near its last position, or near
  /// that position plus a shift.
  @inlinable
  func nearest(to distance: Int, _ shift: Int, _ id: Element.ID) -> Int? {
    func isThere(_ index: Int) -> Bool { indices.contains(index) && self[index].id == id }
    for offset in 0...8 {
      if isThere(distance &+ shift &- offset) { return distance &+ shift &- offset }
      if isThere(distance &+ shift &+ offset) { return distance &+ shift &+ offset }
      if isThere(distance &- offset) { return distance &- offset }
      if isThere(distance &+ offset) { return distance &+ offset }
    }
    return nil
  }
}
