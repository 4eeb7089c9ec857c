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
    // Not a value that a listener has put in its place.
    let remove: Remove = { model, id in
      slot.change(model) { if idIfThere($0, id, identify) != nil { $0.pointee = nil } }
    }
    // For values without an `id`, only their presence matters, so these closures do not read them.
    let change: Change
    let read: Read
    if let identify {
      change = { model, wanted, body in
        slot.change(model) { optional in
          guard let id = idIfThere(optional, wanted, identify) else { return }
          withUnsafeMutablePointer(to: &optional.pointee!) {
            body(UnsafeMutableRawPointer($0), id.id)
          }
        }
      }
      read = { model, wanted, body in
        slot.read(model) { optional in
          guard let id = idIfThere(optional, wanted, identify) else { return }
          withUnsafePointer(to: optional.pointee!) { body(UnsafeRawPointer($0), id.id) }
        }
      }
    } else {
      change = { model, wanted, body in
        if wanted != nil { return }
        slot.change(model) { optional in
          if optional.pointee == nil { return }
          withUnsafeMutablePointer(to: &optional.pointee!) {
            body(UnsafeMutableRawPointer($0), nil)
          }
        }
      }
      read = { model, wanted, body in
        if wanted != nil { return }
        slot.read(model) { optional in
          guard let child = optional.pointee else { return }
          withUnsafePointer(to: child) { body(UnsafeRawPointer($0), nil) }
        }
      }
    }
    guard slot.offset != nil else {
      return ModelPart(
        PartName(keyPath, offset: nil), isScope: true, onLeave: onLeave, idType: idType,
        remove: remove, change: change, read: read)
    }
    // The payload of an optional lies at its start.
    let direct = DirectAccess(
      open: { model, wanted, _ in
        guard let optional = slot.address(in: model),
          let id = idIfThere(UnsafePointer(optional), wanted, identify)
        else { return nil }
        return OpenChild(UnsafeMutableRawPointer(optional), id.id)
      },
      look: { model, wanted, _ in
        guard let optional = slot.address(in: model),
          let id = idIfThere(optional, wanted, identify)
        else { return nil }
        return ReadChild(UnsafeRawPointer(optional), id.id)
      })
    return ModelPart(
      PartName(keyPath, offset: slot.offset), isScope: true, bytes: slot.bytes, direct: direct,
      onLeave: onLeave, idType: idType, remove: remove, change: change, read: read)
  }
}

/// A child that was found, with its `id`; the `id` is `nil` for a child without one.
@usableFromInline
struct ChildID {
  @usableFromInline let id: ScopeID?

  @inlinable
  init(_ id: ScopeID?) { self.id = id }
}

/// Returns the `id` of the value, or `nil` if there is no value or not the wanted one.
@inlinable
func idIfThere<Child>(
  _ optional: UnsafePointer<Child?>, _ wanted: ScopeID?,
  _ identify: ((Child) -> ScopeID)?
) -> ChildID? {
  guard optional.pointee != nil else { return nil }
  guard let identify else { return wanted == nil ? ChildID(nil) : nil }
  let id = UnsafeRawPointer(optional).withMemoryRebound(to: Child.self, capacity: 1) {
    identify($0.pointee)
  }
  return wanted == nil || wanted == id ? ChildID(id) : nil
}
