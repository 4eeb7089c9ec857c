extension ModelPart {
  /// Each element of a collection.
  ///
  /// - Parameter find: The place of the element with an `id`.
  @inlinable
  static func each<Root, Elements: MutableCollection & Sendable>(
    _ keyPath: WritableKeyPath<Root, Elements> & Sendable,
    find: @escaping @Sendable (Elements, Elements.Element.ID) -> Elements.Index? = {
      elements, id in elements.firstIndex { $0.id == id }
    }
  ) -> ModelPart where Elements.Element: Identifiable, Elements.Element.ID: Sendable {
    let slot = Slot(keyPath)
    return ModelPart(
      .keyPath(keyPath), isScope: true, isCollection: true, bytes: slot.bytes,
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
}

/// Calls a function with the place of the wanted element, or of each.
///
/// The function may change the element. So no copy of the collection is held meanwhile, as its
/// `indices` might be.
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
