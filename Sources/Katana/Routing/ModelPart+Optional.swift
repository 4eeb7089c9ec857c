extension ModelPart {
  /// A value that comes and goes.
  ///
  /// - Parameter identify: The value's `id`; `nil` for values without one.
  @inlinable
  static func optional<Root, Child>(
    _ keyPath: WritableKeyPath<Root, Child?> & Sendable,
    identify: (@Sendable (Child) -> ScopeID)?
  ) -> ModelPart {
    let slot = Slot(keyPath)
    return ModelPart(
      .keyPath(keyPath), isScope: true,
      change: { model, wanted, body in
        slot.change(model) { optional in
          guard let id = meaning(of: wanted, optional.pointee, identify) else { return }
          withUnsafeMutablePointer(to: &optional.pointee!) { body(UnsafeMutableRawPointer($0), id) }
        }
      },
      read: { model, wanted, body in
        slot.read(model) { optional in
          guard let child = optional.pointee, let id = meaning(of: wanted, child, identify)
          else { return }
          withUnsafePointer(to: child) { body(UnsafeRawPointer($0), id) }
        }
      })
  }
}

/// The child's `id`, if the child is the one that is wanted; `.some(nil)` if it has none.
@inlinable
func meaning<Child>(
  of wanted: ScopeID?, _ child: Child?, _ identify: (@Sendable (Child) -> ScopeID)?
) -> ScopeID?? {
  guard let child else { return nil }
  guard let identify else { return .some(nil) }
  let id = identify(child)
  return wanted == nil || wanted == id ? .some(id) : .none
}
