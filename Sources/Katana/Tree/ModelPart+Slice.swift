// Parts that are slices: by a key path, and by a closure. Most functions that create the closures of
// the parts are inlinable. So the compiler specializes the closures in the client, where the types are
// known. An unspecialized closure looks up the metadata of many types for each message.

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
}
