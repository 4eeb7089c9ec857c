extension ModelPart {
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
