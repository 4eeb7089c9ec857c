extension ModelPart {
  /// A value that comes and goes.
  ///
  /// - Parameter identify: The value's `id`; `nil` for values without one.
  @inlinable
  static func optional<Root, Child>(
    _ keyPath: WritableKeyPath<Root, Child?> & Sendable,
    identify: (@Sendable (Child) -> ScopeID)?
  ) -> ModelPart {
    if let identify { return optional(keyPath, identify) }
    let slot = Slot(keyPath)
    return ModelPart(
      .keyPath(keyPath), isScope: true, bytes: slot.bytes,
      change: { model, _, body in
        slot.change(model) { optional in
          if optional.pointee == nil { return }
          withUnsafeMutablePointer(to: &optional.pointee!) {
            body(UnsafeMutableRawPointer($0), nil)
          }
        }
      },
      read: { model, _, body in
        slot.read(model) { optional in
          guard let child = optional.pointee else { return }
          withUnsafePointer(to: child) { body(UnsafeRawPointer($0), nil) }
        }
      })
  }

  @inlinable
  static func optional<Root, Child>(
    _ keyPath: WritableKeyPath<Root, Child?> & Sendable,
    _ identify: @escaping @Sendable (Child) -> ScopeID
  ) -> ModelPart {
    let slot = Slot(keyPath)
    return ModelPart(
      .keyPath(keyPath), isScope: true, bytes: slot.bytes,
      change: { model, wanted, body in
        slot.change(model) { optional in
          guard let id = optional.pointee.map(identify), wanted == nil || wanted == id
          else { return }
          withUnsafeMutablePointer(to: &optional.pointee!) { body(UnsafeMutableRawPointer($0), id) }
        }
      },
      read: { model, wanted, body in
        slot.read(model) { optional in
          guard let child = optional.pointee else { return }
          let id = identify(child)
          guard wanted == nil || wanted == id else { return }
          withUnsafePointer(to: child) { body(UnsafeRawPointer($0), id) }
        }
      })
  }
}
