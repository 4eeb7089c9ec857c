// Most functions that create the closures of the parts are inlinable. So the compiler specializes
// the closures in the client, where the types are known. An unspecialized closure looks up the
// metadata of many types for each message.

extension ModelPart {
  /// Creates a slice that a key path reaches.
  ///
  /// It is not inlinable, so that the compiler does not specialize it for each slice of the client:
  /// most slices are stored properties, whose closures need no types.
  @usableFromInline
  static func slice<Root, Child>(_ keyPath: WritableKeyPath<Root, Child> & Sendable) -> ModelPart {
    let slot = StoredProperty(keyPath)
    if let offset = slot.offset {
      return ModelPart(
        PartName(keyPath, offset: offset), at: offset,
        bytes: offset..<(offset + MemoryLayout<Child>.size))
    }
    return ModelPart(
      PartName(keyPath, offset: nil),
      change: { model, _, body in slot.change(model) { body(UnsafeMutableRawPointer($0), nil) } },
      read: { model, _, body in slot.read(model) { body(UnsafeRawPointer($0), nil) } })
  }

  /// Creates a slice in a stored property. The offset is all that the access needs, so this is not
  /// generic.
  private convenience init(_ name: PartName, at offset: Int, bytes: Range<Int>) {
    self.init(
      name, offset: offset, bytes: bytes,
      direct: DirectAccess(
        open: { model, _, _ in OpenChild(model + offset, nil) },
        look: { model, _, _ in ReadChild(model + offset, nil) }),
      change: { model, _, body in body(model + offset, nil) },
      read: { model, _, body in body(model + offset, nil) })
  }

  /// Creates a child that is always there. It is a slice that opens a scope.
  @usableFromInline
  static func child<Root, Child>(_ keyPath: WritableKeyPath<Root, Child> & Sendable) -> ModelPart {
    let slot = StoredProperty(keyPath)
    let name = PartName(keyPath, offset: slot.offset, isChild: true)
    guard let offset = slot.offset else {
      return ModelPart(
        name, isScope: true,
        change: { model, id, body in
          if id == nil { slot.change(model) { body(UnsafeMutableRawPointer($0), nil) } }
        },
        read: { model, id, body in
          if id == nil { slot.read(model) { body(UnsafeRawPointer($0), nil) } }
        })
    }
    return ModelPart(
      name, isScope: true, bytes: slot.bytes,
      direct: DirectAccess(
        open: { model, id, _ in id == nil ? OpenChild(model + offset, nil) : nil },
        look: { model, id, _ in id == nil ? ReadChild(model + offset, nil) : nil }),
      change: { model, id, body in if id == nil { body(model + offset, nil) } },
      read: { model, id, body in if id == nil { body(model + offset, nil) } })
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
      change: { model, _, body in
        change(&model.assumingMemoryBound(to: Root.self).pointee) { child in
          withUnsafeMutablePointer(to: &child) { body(UnsafeMutableRawPointer($0), nil) }
        }
      },
      read: { model, _, body in
        var copy = model.assumingMemoryBound(to: Root.self).pointee
        change(&copy) { child in withUnsafePointer(to: child) { body(UnsafeRawPointer($0), nil) } }
      })
  }
}
