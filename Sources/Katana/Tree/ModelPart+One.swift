// Parts with one child at most. Most functions that create the closures of the parts are inlinable. So
// the compiler specializes the closures in the client, where the types are known. An unspecialized
// closure looks up the metadata of many types for each message.

extension ModelPart {
  /// Creates a part with the property at a key path: a slice, or a child that is always there, which
  /// is a slice that opens a scope.
  ///
  /// It is not inlinable, so that the compiler does not specialize it for each slice of the client:
  /// a message reaches most slices by their offset, which needs no types.
  @usableFromInline
  static func property<Root, Child>(
    _ keyPath: WritableKeyPath<Root, Child> & Sendable, isChild: Bool
  ) -> ModelPart {
    let slot = StoredProperty(keyPath)
    var open: Open?
    if let offset = slot.offset {
      open = { model, id, _ in isChild && id != nil ? nil : OpenChild(model + offset, nil) }
    }
    return ModelPart(
      PartName(keyPath, offset: slot.offset), isScope: isChild, isAlwaysThere: true,
      offset: slot.offset, bytes: slot.bytes, open: open,
      look: { model, id, _ in
        if isChild && id != nil { return nil }
        let (child, owner) = slot.look(model)
        return ReadChild(ReadPlace(child), nil, owner: owner)
      },
      change: { model, id, body in
        if isChild && id != nil { return }
        slot.change(model) { body(OpenPlace($0), nil) }
      })
  }

  /// Creates a slice that a closure reaches.
  ///
  /// Reading needs a copy of the model, because the closure can only change. The framework reads a
  /// slice only for the scopes in it and for subscriptions.
  @inlinable
  static func closure<Root, Child>(_ part: ClosurePart<Root, Child>) -> ModelPart {
    let change = part.change
    return ModelPart(
      PartName(part),
      look: { model, _, _ in
        var model = model[as: Root.self]
        var copy: Copy<Child>?
        change(&model) { copy = Copy($0) }
        return copy?.child(nil)
      },
      change: { model, _, body in
        change(&model[as: Root.self]) { child in
          withPlace(of: &child) { body($0, nil) }
        }
      })
  }

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

  /// Creates a part with the payload of one case of an enum as its child.
  ///
  /// - Parameter identify: Returns the `id` of the payload; `nil` for payloads without one.
  @inlinable
  static func enumCase<Root, Whole, Child>(
    _ keyPath: WritableKeyPath<Root, Whole> & Sendable, _ enumCase: EnumCase<Whole, Child>,
    onLeave: OnLeave, idType: (any (Hashable & Sendable).Type)? = nil,
    identify: (@Sendable (Child) -> ScopeID)?
  ) -> ModelPart {
    let slot = StoredProperty(keyPath)
    let find: @Sendable (Whole, ScopeID?) -> (payload: Child, id: ScopeID?)? = { whole, wanted in
      guard let payload = enumCase.extract(whole) else { return nil }
      let id = identify?(payload)
      return wanted == nil || wanted == id ? (payload, id) : nil
    }
    // The payload must have one owner only. Otherwise, its first change copies its buffers. So the
    // memory of the enum is uninitialised until the payload is put back. That is safe, because
    // nothing can throw or read the enum in between.
    var open: Open?
    if slot.offset != nil {
      open = { model, wanted, _ in
        guard let whole = slot.address(in: model), let (payload, id) = find(whole.pointee, wanted)
        else { return nil }
        let place = UnsafeMutablePointer<Child>.allocate(capacity: 1)
        place.initialize(to: payload)
        _ = consume payload
        whole.deinitialize(count: 1)
        return OpenChild(OpenPlace(place), id)
      }
    }
    return ModelPart(
      PartName(keyPath, offset: slot.offset, case: enumCase.name), isScope: true,
      bytes: slot.bytes, onLeave: onLeave, idType: idType, open: open,
      close: { model, child in
        let place = child.address.pointer.assumingMemoryBound(to: Child.self)
        slot.address(in: model)?.initialize(to: enumCase.embed(place.move()))
        place.deallocate()
      },
      look: { model, wanted, _ in
        let (whole, owner) = slot.look(model)
        return withExtendedLifetime(owner) {
          find(whole.pointee, wanted).map { Copy($0.payload).child($0.id) }
        }
      },
      change: { model, wanted, body in
        slot.change(model) { whole in
          guard var found = find(whole.pointee, wanted) else { return }
          let id = found.id
          whole.deinitialize(count: 1)
          withPlace(of: &found.payload) { body($0, id) }
          whole.initialize(to: enumCase.embed(found.payload))
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
