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
    // The payload must have one owner only. Otherwise, its first change copies its buffers. So the
    // memory of the enum is uninitialised until the payload is put back. That is safe, because
    // nothing can throw or read the enum in between.
    let change: Change = { model, wanted, body in
      slot.change(model) { whole in
        guard var payload = enumCase.extract(whole.pointee) else { return }
        var id: ScopeID?
        if wanted != nil || identify != nil {
          id = identify?(payload)
          guard wanted == nil || wanted == id else { return }
        }
        whole.deinitialize(count: 1)
        withUnsafeMutablePointer(to: &payload) { body(UnsafeMutableRawPointer($0), id) }
        whole.initialize(to: enumCase.embed(payload))
      }
    }
    let read: Read = { model, wanted, body in
      slot.read(model) { whole in
        guard let payload = enumCase.extract(whole.pointee) else { return }
        let id = identify?(payload)
        guard wanted == nil || wanted == id else { return }
        withUnsafePointer(to: payload) { body(UnsafeRawPointer($0), id) }
      }
    }
    let direct = DirectAccess(
      open: { model, wanted, _ in
        guard let whole = slot.address(in: model), let payload = enumCase.extract(whole.pointee)
        else { return nil }
        let id = identify?(payload)
        guard wanted == nil || wanted == id else { return nil }
        let place = UnsafeMutablePointer<Child>.allocate(capacity: 1)
        place.initialize(to: payload)
        _ = consume payload
        whole.deinitialize(count: 1)
        return OpenChild(UnsafeMutableRawPointer(place), id) {
          whole.initialize(to: enumCase.embed(place.move()))
          place.deallocate()
        }
      },
      look: { model, wanted, _ in
        guard let whole = slot.address(in: model), let payload = enumCase.extract(whole.pointee)
        else { return nil }
        let id = identify?(payload)
        guard wanted == nil || wanted == id else { return nil }
        let copy = Copy(payload)
        return ReadChild(UnsafeRawPointer(copy.pointer), id, owner: copy)
      })
    return ModelPart(
      PartName(keyPath, offset: slot.offset, case: enumCase.name), isScope: true,
      bytes: slot.bytes, direct: slot.offset == nil ? nil : direct, onLeave: onLeave,
      idType: idType, change: change, read: read)
  }
}
