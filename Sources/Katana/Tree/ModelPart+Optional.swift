extension ModelPart {
  /// Creates a part with an optional value as its child.
  ///
  /// - Parameter identify: Returns the `id` of the value; `nil` for values without one.
  @inlinable
  static func optional<Root, Child>(
    _ keyPath: WritableKeyPath<Root, Child?> & Sendable, onLeave: OnLeave,
    idType: (any (Hashable & Sendable).Type)? = nil, identify: (@Sendable (Child) -> ScopeID)?
  ) -> ModelPart {
    let slot = StoredProperty(keyPath)
    // The payload of an optional lies at its start.
    var open: Open?
    if slot.offset != nil {
      open = { model, wanted, _ in
        guard let optional = slot.address(in: model),
          let id = idIfThere(UnsafePointer(optional), wanted, identify)
        else { return nil }
        return OpenChild(OpenPlace(optional), id)
      }
    }
    return ModelPart(
      PartName(keyPath, offset: slot.offset), isScope: true, bytes: slot.bytes, onLeave: onLeave,
      idType: idType,
      // Not a value that a listener has put in its place.
      remove: { model, id in
        slot.change(model) { if idIfThere($0, id, identify) != nil { $0.pointee = nil } }
      },
      open: open,
      look: { model, wanted, _ in
        let (optional, owner) = slot.look(model)
        return idIfThere(optional, wanted, identify).map {
          ReadChild(ReadPlace(optional), $0, owner: owner)
        }
      },
      change: { model, wanted, body in
        slot.change(model) { optional in
          guard let id = idIfThere(UnsafePointer(optional), wanted, identify) else { return }
          body(OpenPlace(optional), id)
        }
      })
  }
}

/// Returns the `id` of the value if the value is there and is the wanted one; otherwise the outer `nil`.
/// The inner `nil` is the `id` of a value without one.
@inlinable
func idIfThere<Child>(
  _ optional: UnsafePointer<Child?>, _ wanted: ScopeID?,
  _ identify: ((Child) -> ScopeID)?
) -> ScopeID?? {
  guard optional.pointee != nil else { return nil }
  guard let identify else { return wanted == nil ? .some(nil) : nil }
  let id = identify(ReadPlace(optional)[as: Child.self])
  guard wanted == nil || wanted == id else { return nil }
  return id
}
