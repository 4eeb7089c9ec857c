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
    typealias ID = Elements.Element.ID
    let slot = StoredProperty(keyPath)
    let locate: @Sendable (UnsafePointer<Elements>, ScopeID?, inout Int) -> Elements.Index? = {
      elements, wanted, last in
      guard let id = wanted?.value(as: ID.self) else { return nil }
      return findsAtOnce
        ? find(elements.pointee, id) : Katana.find(id, in: elements.pointee, &last, find)
    }
    var take: Remove?
    if let remove {
      take = { model, wanted in
        slot.change(model) { elements in
          guard let id = wanted?.value(as: ID.self), let index = find(elements.pointee, id)
          else { return }
          remove(&elements.pointee, index)
        }
      }
    }
    let isIdentified = Elements.self == IdentifiedArray<Elements.Element>.self
    var open: Open?
    if slot.offset != nil, keepsElementsInPlace(Elements.self) {
      open = { model, wanted, last in
        guard let elements = slot.address(in: model),
          let index = locate(UnsafePointer(elements), wanted, &last)
        else { return nil }
        return OpenChild(
          withPlace(of: &elements.pointee[index]) { $0 },
          wanted, at: exactly(index, Int.self) ?? 0)
      }
    }
    var close: Close?
    if isIdentified {
      close = { model, child in
        guard let elements = slot.address(in: model), let id = child.id?.value(as: ID.self)
        else { return }
        // The update may have changed the `id` of the element, so the table of indices must be
        // updated.
        OpenPlace(elements)[as: IdentifiedArray<Elements.Element>.self]
          .noteID(at: child.index, before: id)
      }
    }
    return ModelPart(
      PartName(keyPath, offset: slot.offset), isScope: true, isCollection: true,
      bytes: slot.bytes, searches: !findsAtOnce, onLeave: onLeave, idType: ID.self,
      makeFinder: { ChildFinder(ElementFinder(slot, findsAtOnce: findsAtOnce, find: find)) },
      remove: take, open: open, close: close,
      look: { model, wanted, last in
        let (elements, owner) = slot.look(model)
        return locate(elements, wanted, &last).map { child(of: elements, at: $0, wanted, owner) }
      },
      lookAtAll: { model in
        let (elements, owner) = slot.look(model)
        return elements.pointee.indices.map {
          child(of: elements, at: $0, ScopeID(elements.pointee[$0].id), owner)
        }
      },
      change: { model, wanted, body in
        slot.change(model) { elements in
          guard let id = wanted?.value(as: ID.self), let index = find(elements.pointee, id)
          else { return }
          withPlace(of: &elements.pointee[index]) { body($0, wanted) }
        }
      })
  }
}

/// Returns an element for reading: where it lies, or a copy of it if the collection has no contiguous
/// storage.
@inlinable
func child<Elements: Collection>(
  of elements: UnsafePointer<Elements>, at index: Elements.Index, _ id: ScopeID?,
  _ owner: AnyObject?
) -> ReadChild where Elements.Element: Identifiable {
  guard let start = start(of: elements) else { return Copy(elements.pointee[index]).child(id) }
  let distance = elements.pointee.distance(from: elements.pointee.startIndex, to: index)
  return ReadChild(ReadPlace(start + distance), id, owner: owner)
}

/// Returns the index of the element with an `id`. Tries the last position first and the next one,
/// since all elements are often looked for in their order. Then it searches. Of a collection whose
/// indices are not a range of numbers, no last position is known.
@inlinable
func find<Elements: Collection>(
  _ id: Elements.Element.ID, in elements: Elements, _ last: inout Int,
  _ find: (Elements, Elements.Element.ID) -> Elements.Index?
) -> Elements.Index? where Elements.Element: Identifiable {
  if Elements.Indices.self == Range<Int>.self, let index = exactly(last, Elements.Index.self),
    index >= elements.startIndex, index < elements.endIndex
  {
    if elements[index].id == id { return index }
    let next = elements.index(after: index)
    if next < elements.endIndex, elements[next].id == id {
      last = exactly(next, Int.self) ?? 0
      return next
    }
  }
  let found = find(elements, id)
  if let found { last = exactly(found, Int.self) ?? 0 }
  return found
}

/// Returns the address of the first element, or `nil` if the collection may have none that stays valid.
@inlinable
func start<Elements: Collection>(
  of elements: UnsafePointer<Elements>
) -> UnsafePointer<Elements.Element>? where Elements.Element: Identifiable {
  if !keepsElementsInPlace(Elements.self) { return nil }
  return elements.pointee.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil
}

/// Returns whether an element stays at its address as long as nothing changes the collection. An array
/// says so; another collection may lend an element, or all of them, at a temporary address.
@inlinable
func keepsElementsInPlace<Elements: Collection>(_: Elements.Type) -> Bool
where Elements.Element: Identifiable {
  Elements.self == [Elements.Element].self
    || Elements.self == ContiguousArray<Elements.Element>.self
    || Elements.self == ArraySlice<Elements.Element>.self
    || Elements.self == IdentifiedArray<Elements.Element>.self
}
