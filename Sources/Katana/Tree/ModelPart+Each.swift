extension ModelPart {
  /// Creates a part with the elements of a collection as children.
  ///
  /// - Parameters:
  ///   - findsAtOnce: Whether `find` takes constant time.
  ///   - find: Returns the index of the element with an `id`.
  ///   - remove: Removes an element; `nil` if the collection cannot remove elements.
  @inlinable
  static func each<Root, Elements: MutableCollection & Sendable>(
    _ keyPath: WritableKeyPath<Root, Elements> & Sendable, onLeave: OnLeave,
    findsAtOnce: Bool,
    find: @escaping @Sendable (Elements, Elements.Element.ID) -> Elements.Index?,
    remove: (@Sendable (inout Elements, Elements.Index) -> Void)?
  ) -> ModelPart where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let slot = StoredProperty(keyPath)
    var take: Remove?
    if let remove {
      take = { model, wanted in
        slot.change(model) { elements in
          guard let id = wanted?.value(as: Elements.Element.ID.self),
            let index = find(elements.pointee, id)
          else { return }
          remove(&elements.pointee, index)
        }
      }
    }
    return ModelPart(
      PartName(keyPath, offset: slot.offset), isScope: true, isCollection: true,
      bytes: slot.bytes, direct: direct(slot, findsAtOnce: findsAtOnce, find: find),
      onLeave: onLeave,
      idType: Elements.Element.ID.self,
      makeFinder: { ChildFinder(ElementFinder(slot, findsAtOnce: findsAtOnce, find: find)) },
      remove: take,
      change: { model, wanted, body in
        slot.change(model) { elements in
          forEach(in: elements, wanted, find) { index, id in
            withUnsafeMutablePointer(to: &elements.pointee[index]) {
              body(UnsafeMutableRawPointer($0), id)
            }
          }
        }
      },
      read: { model, wanted, body in
        slot.read(model) { elements in
          forEach(in: elements, wanted, find) { index, id in
            withUnsafePointer(to: elements.pointee[index]) { body(UnsafeRawPointer($0), id) }
          }
        }
      })
  }

  /// Returns direct access to the elements, or `nil` if the collection does not keep them in an
  /// array.
  ///
  /// An element of a unique array buffer stays at its address as long as nothing changes the array.
  /// Another collection may yield an element at a temporary address, which is invalid after the
  /// access.
  @inlinable
  static func direct<Root, Elements: MutableCollection & Sendable>(
    _ slot: StoredProperty<Root, Elements>, findsAtOnce: Bool,
    find: @escaping @Sendable (Elements, Elements.Element.ID) -> Elements.Index?
  ) -> DirectAccess? where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    guard slot.offset != nil,
      Elements.self == [Elements.Element].self
        || Elements.self == ContiguousArray<Elements.Element>.self
        || Elements.self == IdentifiedArray<Elements.Element>.self
    else { return nil }
    let isIdentified = Elements.self == IdentifiedArray<Elements.Element>.self
    return DirectAccess(
      searches: !findsAtOnce,
      open: { model, wanted, lastPlace in
        guard let elements = slot.address(in: model), let wanted,
          let id = wanted.value(as: Elements.Element.ID.self),
          let index = findsAtOnce
            ? find(elements.pointee, id) : Katana.find(id, in: elements.pointee, &lastPlace, find)
        else { return nil }
        let address = withUnsafeMutablePointer(to: &elements.pointee[index]) {
          UnsafeMutableRawPointer($0)
        }
        guard isIdentified, let place = index as? Int else { return OpenChild(address, wanted) }
        return OpenChild(address, wanted) {
          // The update may have changed the `id` of the element, so the table of indices must be
          // updated.
          UnsafeMutableRawPointer(elements)
            .assumingMemoryBound(to: IdentifiedArray<Elements.Element>.self)
            .pointee.noteID(at: place, before: id)
        }
      },
      look: { model, wanted, lastPlace in
        guard let elements = slot.address(in: model), let wanted,
          let id = wanted.value(as: Elements.Element.ID.self),
          let index = findsAtOnce
            ? find(elements.pointee, id) : Katana.find(id, in: elements.pointee, &lastPlace, find),
          let start = start(of: elements)
        else { return nil }
        let distance = elements.pointee.distance(from: elements.pointee.startIndex, to: index)
        return ReadChild(UnsafeRawPointer(start + distance), wanted)
      },
      lookAtAll: { model in
        guard let elements = slot.address(in: model), let start = start(of: elements) else {
          return []
        }
        return (0..<elements.pointee.count).map { distance in
          ReadChild(UnsafeRawPointer(start + distance), ScopeID(start[distance].id))
        }
      })
  }
}

/// Returns the index of the element with an `id`. Tries the last position first and the next one,
/// since all elements are often looked for in their order. Then it searches.
@inlinable
func find<Elements: Collection>(
  _ id: Elements.Element.ID, in elements: Elements, _ lastPlace: inout Int,
  _ find: (Elements, Elements.Element.ID) -> Elements.Index?
) -> Elements.Index? where Elements.Element: Identifiable {
  if let place = exactly(lastPlace, Elements.Index.self), place < elements.endIndex {
    if elements[place].id == id { return place }
    let next = elements.index(after: place)
    if next < elements.endIndex, elements[next].id == id {
      lastPlace = exactly(next, Int.self) ?? 0
      return next
    }
  }
  let found = find(elements, id)
  if let found { lastPlace = exactly(found, Int.self) ?? 0 }
  return found
}

/// Calls a function with the index and the `id` of one element, or of each element if `wanted` is
/// `nil`.
///
/// The function may change the element. So this does not loop over `indices`, which may hold a copy
/// of the collection. As long as there is a copy, a change copies the buffer.
@inlinable
func forEach<Elements: Collection>(
  in elements: UnsafePointer<Elements>, _ wanted: ScopeID?,
  _ find: (Elements, Elements.Element.ID) -> Elements.Index?,
  _ body: (Elements.Index, ScopeID) -> Void
) where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
  if let wanted {
    guard let id = wanted.value(as: Elements.Element.ID.self),
      let index = find(elements.pointee, id)
    else { return }
    return body(index, wanted)
  }
  var index = elements.pointee.startIndex
  while index != elements.pointee.endIndex {
    body(index, ScopeID(elements.pointee[index].id))
    elements.pointee.formIndex(after: &index)
  }
}

/// Returns the address of the first element, or `nil` if the collection has no contiguous storage.
@inlinable
func start<Elements: Collection>(
  of elements: UnsafePointer<Elements>
) -> UnsafePointer<Elements.Element>? {
  elements.pointee.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
}
