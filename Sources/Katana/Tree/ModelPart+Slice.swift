// The closures of the parts are made in code that a client can inline: there the types are known,
// and a closure that does not know them looks up 20 of them for each message (200 ns).

extension ModelPart {
  @inlinable
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

  /// A slice that is stored inline: its place says all, whatever its type.
  @usableFromInline
  convenience init(_ name: PartName, at offset: Int, bytes: Range<Int>) {
    self.init(
      name, offset: offset, bytes: bytes,
      direct: DirectAccess(
        open: { model, _, _ in OpenChild(model + offset, nil) },
        look: { model, _, _ in ReadChild(model + offset, nil) }),
      change: { model, _, body in body(model + offset, nil) },
      read: { model, _, body in body(model + offset, nil) })
  }

  /// A slice that a closure reaches. Reading goes through a copy, since the closure can only
  /// change; it is needed only while there are scopes inside the slice, or for subscriptions.
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
